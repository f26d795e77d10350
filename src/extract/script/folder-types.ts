// The parts of the constant folder, as they see each other: what it knows, and how it is asked.
import type { Notes, Scope } from './scope.ts';
import type { Node } from './syntax.ts';
import type { Frame, Place, Value } from './value.ts';

export interface Machine {
  readonly notes: Notes;
  /** The page the script runs in, or null where that is not known. */
  readonly pageUrl: string | null;
  /** What an expression may stand for; empty where nothing is known. */
  readonly values: (node: Node, place: Place) => readonly Value[];
  /** What a field of a value may stand for. */
  readonly field: (value: Value, name: string) => readonly Value[];
  /** The items of a list, or the values of an object. */
  readonly items: (value: Value) => readonly (readonly Value[])[];
  readonly keys: (value: Value) => readonly string[];
  /** What a function may return for these arguments. */
  readonly apply: (callee: Value, args: readonly (readonly Value[])[]) => readonly Value[];
  /** Every way a function or loop body is entered; `outer` are the calls around it. */
  readonly entries: (scope: Scope, outer: Frame | null) => readonly Frame[];
}

/** Values one expression may have; more are forgotten. A map of 60 layers in one list is real. */
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

/** All ways to put one text of each list behind another. */
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
