// Interfaces between the parts of the constant folder.
import type { Notes, Scope, Site } from './scope.ts';
import type { Node } from './syntax.ts';
import type { Frame, SourceLocation, Value } from './value.ts';

export interface Machine {
  readonly notes: Notes;
  /** The page the script runs in, or null if unknown. */
  readonly pageUrl: string | null;
  /** Possible values of an expression; empty if unknown. */
  readonly values: (node: Node, location: SourceLocation) => readonly Value[];
  /** Possible values of a field. */
  readonly field: (value: Value, name: string) => readonly Value[];
  /** The items of a list, or the values of an object. */
  readonly items: (value: Value) => readonly (readonly Value[])[];
  readonly keys: (value: Value) => readonly string[];
  /** Possible results of a function for these arguments. */
  readonly apply: (callee: Value, args: readonly (readonly Value[])[]) => readonly Value[];
  /** Every entry into a function or loop body; `outer` are the enclosing calls. */
  readonly entries: (scope: Scope, outer: Frame | null) => readonly Frame[];
}

/** Possible values of a noted node, independent of calls. */
export function siteValues(machine: Machine, { node, scope }: Site): readonly Value[] {
  return machine.values(node, { scope, frame: null });
}

/** Values per expression; more are dropped. A map with 60 layers in one list is real. */
export const maxValues = 128;

/** Longer texts are data. */
const maxTextLength = 8_192;

export function capped(values: readonly Value[]): readonly Value[] {
  if (values.length < 2) return values;
  const texts = new Set<string>();
  const kept: Value[] = [];
  for (const value of values) {
    if (kept.length >= maxValues) break;
    if (value.type === 'text') {
      if (texts.has(value.text)) continue;
      texts.add(value.text);
    }
    kept.push(value);
  }
  return kept;
}

/** All concatenations of one text from each list. */
export function concatenated(lists: readonly (readonly string[])[]): string[] {
  let texts = [''];
  for (const list of lists) {
    if (list.length === 1) texts = texts.map((text) => clip(text + list[0]!));
    else texts = texts.flatMap((text) => list.map((piece) => clip(text + piece))).slice(0, maxValues);
  }
  return texts;
}

function clip(text: string): string {
  return text.length > maxTextLength ? text.slice(0, maxTextLength) : text;
}
