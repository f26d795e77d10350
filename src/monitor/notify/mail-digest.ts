// The text of a notification mail: grouped by host, the last event of each resource, whole-host failures in one line. Pure.
import type { HealthEvent } from '../../model/monitoring.ts';

export interface DigestEvent extends HealthEvent {
  readonly hostKey: string;
  readonly title: string;
}

export interface DigestFace {
  /** Title of the catalog. */
  readonly catalog: string;
  /** Base URL of resource pages; null if unknown. */
  readonly base: string | null;
  /** How to unsubscribe. */
  readonly ending: string;
}

export interface Letter {
  readonly subject: string;
  readonly text: string;
}

const [maxHosts, maxLines, maxTextLength] = [40, 8, 160] as const;
/** From this number on, services of one host with the same state share one line. */
const alike = 3;

/** `events` oldest first, at least one. */
export function mailDigest(events: readonly DigestEvent[], face: DigestFace): Letter {
  const last = lastOfEach(events);
  const hosts = [...grouped(last, ({ hostKey }) => hostKey)].sort(([, one], [, other]) => other.length - one.length);
  const parts = hosts
    .slice(0, maxHosts)
    .map(([host, some]) => [oneLine(host), ...hostLines(some, face)].join('\n'))
    .concat(hosts.length > maxHosts ? [`… and ${hosts.length - maxHosts} further hosts.`] : []);
  return {
    subject: `${oneLine(face.catalog)}: ${countWords(last)}`,
    text: `${parts.join('\n\n')}\n\n-- \n${face.ending}\n`,
  };
}

interface Last extends DigestEvent {
  /** Number of such events for it, including this one. */
  readonly times: number;
}

/** States may change several times a day: the last one counts. Changes and moves are reported separately. */
function lastOfEach(events: readonly DigestEvent[]): readonly Last[] {
  const found = new Map<string, Last>();
  for (const event of events) {
    const sort = event.type === 'changed' || event.type === 'moved' ? event.type : 'state';
    const key = `${event.id} ${sort}`;
    const times = (found.get(key)?.times ?? 0) + 1;
    found.delete(key);
    found.set(key, { ...event, times });
  }
  return [...found.values()];
}

function hostLines(events: readonly Last[], face: DigestFace): readonly string[] {
  const byType = [...grouped(events, ({ type }) => type)];
  const lines = byType.flatMap(([type, some]) =>
    some.length < alike
      ? some.map((event) => eventLine(event, face))
      : [`  ${some.length} services: ${type}. ${oneLine(some.at(-1)?.message ?? '')}`],
  );
  const more = lines.length - maxLines;
  return more > 0 ? [...lines.slice(0, maxLines), `  … and ${more} more.`] : lines;
}

function eventLine({ id, title, type, message, times }: Last, { base }: DigestFace): string {
  const often = times === 1 ? '' : ` (the last of ${times} such changes)`;
  const link = base === null ? '' : `\n    ${base}/service/${id}`;
  return `  ${oneLine(title) || id}: ${type}${often}. ${oneLine(message)}${link}`;
}

function countWords(events: readonly Last[]): string {
  const counts = [...grouped(events, ({ type }) => type)].map(([type, some]) => `${some.length} ${type}`);
  return counts.join(', ');
}

function grouped(events: readonly Last[], by: (event: Last) => string): ReadonlyMap<string, readonly Last[]> {
  const groups = new Map<string, Last[]>();
  for (const event of events) {
    const group = groups.get(by(event));
    if (group === undefined) groups.set(by(event), [event]);
    else group.push(event);
  }
  return groups;
}

/** Harvested text, on one line and truncated. */
function oneLine(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return plain.length > maxTextLength ? `${plain.slice(0, maxTextLength - 1)}…` : plain;
}
