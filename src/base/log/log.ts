// The log of what a running program does: one line per event, as JSON for programs or as words for people.
import { stripControl } from '../text/text.ts';

/** From the least to the most that is written. */
export const logLevels = ['off', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof logLevels)[number];
export type EventLevel = Exclude<LogLevel, 'off'>;
export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface Log {
  /** False where nobody would read it: whoever has to work for its facts need not. */
  takes(level: EventLevel): boolean;
  /** `event` is one word; secrets have to be masked before. */
  write(level: EventLevel, event: string, facts: LogFacts): void;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Takes whole lines. */
  readonly out: (line: string) => void;
  readonly now: () => number;
}

/** One line may hold a URL, and the stack of an error. */
const maxValueChars = 4_000;

export function createLog({ level, format, out, now }: LogOptions): Log {
  const takes = (of: EventLevel) => logLevels.indexOf(of) <= logLevels.indexOf(level);
  return {
    takes,
    write: (of, event, facts) => {
      if (!takes(of)) return;
      const time = new Date(now()).toISOString();
      const short = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, cut(value)]));
      out(
        format === 'json' ? JSON.stringify({ time, level: of, event, ...short }) : words(time, `${of} ${event}`, short),
      );
    },
  };
}

/** Without control characters: what came from outside must not look like a line of its own. */
function words(time: string, head: string, facts: LogFacts): string {
  const values = Object.entries(facts).map(([name, value]) => {
    const text = stripControl(String(value)).replace(/\s+/g, ' ');
    return `${name}=${text.includes(' ') || text === '' ? JSON.stringify(text) : text}`;
  });
  return [time, head, ...values].join(' ');
}

function cut(value: LogFacts[string]): LogFacts[string] {
  return typeof value === 'string' && value.length > maxValueChars ? `${value.slice(0, maxValueChars)}…` : value;
}
