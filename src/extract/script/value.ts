// What an expression may stand for, as far as it can be told without running it.
import type { Scope } from './scope.ts';
import type { Node } from './syntax.ts';

/**
 * Stands in texts for what is not known: `'https://host/' + name` is `https://host/ꙮ`. A letter nobody uses, so that it
 * may also stand as a name in a script whose template tags were taken out.
 */
export const hole = 'ꙮ';

/** Where an expression is evaluated: its names, and the arguments of the calls that led there. */
export interface Place {
  readonly scope: Scope;
  readonly frame: Frame | null;
}

/** One call of a function, or one turn of a loop: what its parameters stand for. */
export interface Frame {
  readonly scope: Scope;
  readonly argument: (index: number) => readonly Value[];
  readonly next: Frame | null;
}

export type Value =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'object'; readonly node: Node; readonly place: Place }
  | { readonly type: 'record'; readonly fields: ReadonlyMap<string, readonly Value[]> }
  | { readonly type: 'merged'; readonly parts: readonly Value[] }
  | { readonly type: 'array'; readonly items: readonly (readonly Value[])[] }
  | { readonly type: 'function'; readonly scope: Scope; readonly frame: Frame | null }
  /** A class or function of somebody else, by its dotted name or by `module#name`. */
  | { readonly type: 'name'; readonly name: string };

export function textValue(text: string): Value {
  return { type: 'text', text };
}

/** The texts among values; objects, functions and strangers are left out. */
export function textsOf(values: readonly Value[]): string[] {
  return values.flatMap((value) => (value.type === 'text' ? [value.text] : []));
}

export function namesOf(values: readonly Value[]): string[] {
  return values.flatMap((value) => (value.type === 'name' ? [value.name] : []));
}
