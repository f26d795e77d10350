// The health states of a resource.

/** `quality-score.md`. All states, best first; docs/monitoring.md explains each. */
export const healthStates = ['up', 'degraded', 'restricted', 'down', 'gone', 'unmonitored'] as const;
export type HealthState = (typeof healthStates)[number];
