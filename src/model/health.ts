// The states a resource can be in.

/** `quality-score.md`. Every state there is, best first; docs/monitoring.md says what each means. */
export const healthStates = ['up', 'degraded', 'restricted', 'down', 'gone', 'unmonitored'] as const;
export type HealthState = (typeof healthStates)[number];
