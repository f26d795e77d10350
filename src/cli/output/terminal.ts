// Terminal output: data on stdout, messages on stderr, untrusted text without control characters.
import { once } from 'node:events';
import { stripControl } from '../../base/text/text.ts';

export interface Terminal {
  /** A line of data. */
  print(line: string): void;
  /** A message on stderr, unless --quiet. */
  say(line: string): void;
  /** An error message on stderr, even with --quiet. */
  complain(line: string): void;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly columns: number;
  /** Whether stderr is a terminal that can show a progress line. */
  readonly isWatched: boolean;
}

export interface TerminalOptions {
  readonly quiet: boolean;
  readonly color: boolean | undefined;
}

export function openTerminal(options: TerminalOptions): Terminal {
  // hasColors() knows NO_COLOR and FORCE_COLOR.
  const color = options.color ?? (process.stdout.isTTY === true && process.stdout.hasColors());
  const style = (code: number) => (text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    print: (line) => process.stdout.write(`${line}\n`),
    say: (line) => {
      if (!options.quiet) process.stderr.write(`${line}\n`);
    },
    complain: (line) => process.stderr.write(`${line}\n`),
    bold: style(1),
    dim: style(2),
    columns: process.stdout.columns || 100,
    isWatched: process.stderr.isTTY === true && !options.quiet,
  };
}

/** Prints chunks with backpressure. */
export async function printAll(chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
}

/** '1 page', '2 pages'. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Quotes a word for a POSIX shell. */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Harvested text on one line: no control or escape characters, cut to `width`. */
export function plain(text: string, width = Number.POSITIVE_INFINITY): string {
  const line = stripControl(text).replace(/\s+/g, ' ').trim();
  return line.length > width ? `${line.slice(0, Math.max(0, width - 1))}…` : line;
}
