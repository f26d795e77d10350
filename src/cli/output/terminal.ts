// Data on stdout, messages on stderr, and harvested text kept from steering the terminal.
import { once } from 'node:events';
import { stripControl } from '../../base/text.ts';

export interface Terminal {
  /** A line of data. */
  print(line: string): void;
  /** A line for the person, not for the program behind a pipe. */
  say(line: string): void;
  /** A line on why the command failed, which comes with --quiet too. */
  complain(line: string): void;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly columns: number;
  /** True when a person watches stderr: a progress line may be drawn there. */
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

/** Data in pieces, as fast as the reader behind the pipe takes them. */
export async function printAll(chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
}

/** A word as a POSIX shell reads it back. */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Harvested text on one line: no control or escape characters, cut to `width`. */
export function plain(text: string, width = Number.POSITIVE_INFINITY): string {
  const line = stripControl(text).replace(/\s+/g, ' ').trim();
  return line.length > width ? `${line.slice(0, Math.max(0, width - 1))}…` : line;
}
