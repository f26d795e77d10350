// The log of a running program: one line per event, as JSON or as text.
import { stripControl } from '../text/text.ts';

/** In order of verbosity. */
export const logLevels = ['off', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof logLevels)[number];
export type EventLevel = Exclude<LogLevel, 'off'>;
export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface Log {
  /** Whether events of this level are written; callers can skip computing their facts otherwise. */
  isEnabled(level: EventLevel): boolean;
  /** `event` is one word; secrets must be masked before. */
  write(level: EventLevel, event: string, facts: LogFacts): void;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Receives complete lines. */
  readonly out: (line: string) => void;
  readonly now: () => number;
}

/** Enough for a URL or the stack of an error. */
const maxValueChars = 4_000;

export function createLog({ level, format, out, now }: LogOptions): Log {
  const isEnabled = (of: EventLevel) => logLevels.indexOf(of) <= logLevels.indexOf(level);
  return {
    isEnabled,
    write: (of, event, facts) => {
      if (!isEnabled(of)) return;
      const time = new Date(now()).toISOString();
      const short = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, cut(value)]));
      out(
        format === 'json' ? JSON.stringify({ time, level: of, event, ...short }) : words(time, `${of} ${event}`, short),
      );
    },
  };
}

/** Without control characters: untrusted text must not look like a separate line. */
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
