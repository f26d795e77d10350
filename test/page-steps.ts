// The steps of a documentation page, taken in its order: files are written, commands run, and what it shows must be seen.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Ran } from './built-program.ts';
import { codeBlocks } from './markdown.ts';

export type Step =
  | { readonly name: string; readonly path: string; readonly content: string }
  | { readonly name: string; readonly command: string; readonly shown: readonly string[] };

/** A block with a file name behind its language is that file; `sh` and `console` are commands. */
export function stepsOf(section: string): Step[] {
  return codeBlocks(section).flatMap(({ language, lines }): Step[] => {
    const [kind, path] = language.split(' ');
    if (path !== undefined) return [{ name: `write ${path}`, path, content: `${lines.join('\n')}\n` }];
    if (kind === 'sh') return lines.map((command) => ({ name: command, command, shown: [] }));
    return kind === 'console' ? consoleSteps(lines) : [];
  });
}

function consoleSteps(lines: readonly string[]): Step[] {
  const starts = lines.flatMap((line, index) => (line.startsWith('$ ') ? [index] : []));
  return starts.map((start, index) => {
    const command = lines[start]!.slice(2);
    const shown = lines.slice(start + 1, starts[index + 1]).filter((line) => line !== '…');
    return { name: command, command, shown };
  });
}

export interface Place {
  readonly folder: string;
  run(command: string): Promise<Ran>;
}

export async function take(step: Step, place: Place): Promise<void> {
  if ('path' in step) {
    write(place, step.path, step.content);
    return;
  }
  const { status, output } = await place.run(step.command);
  expect([status, output]).toEqual([0, output]);
  const lines = output.split('\n').map((line) => line.trimEnd().replace(`${place.folder}/`, ''));
  for (const line of step.shown) expect(lines).toContain(line);
}

export function write({ folder }: Place, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
