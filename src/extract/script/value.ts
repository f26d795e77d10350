// Possible values of an expression, determined without running it.
import type { Scope } from './scope.ts';
import type { Node } from './syntax.ts';

/**
 * Placeholder for unknown parts of texts: `'https://host/' + name` is `https://host/ꙮ`. An unused letter, so that it
 * can also be an identifier in a script whose template tags were removed.
 */
export const hole = 'ꙮ';

/** Where an expression is evaluated: its scope, and the arguments of the calls that led there. */
export interface SourceLocation {
  readonly scope: Scope;
  readonly frame: Frame | null;
}

/** One call of a function, or one iteration of a loop: the values of its parameters. */
export interface Frame {
  readonly scope: Scope;
  readonly argument: (index: number) => readonly Value[];
  readonly next: Frame | null;
}

export type Value =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'object'; readonly node: Node; readonly location: SourceLocation }
  | { readonly type: 'record'; readonly fields: ReadonlyMap<string, readonly Value[]> }
  | { readonly type: 'merged'; readonly parts: readonly Value[] }
  | { readonly type: 'array'; readonly items: readonly (readonly Value[])[] }
  | { readonly type: 'function'; readonly scope: Scope; readonly frame: Frame | null }
  /** An external class or function, by its dotted name or by `module#name`. */
  | { readonly type: 'name'; readonly name: string };

export function textValue(text: string): Value {
  return { type: 'text', text };
}

/** The texts among values; objects, functions and externals are omitted. */
export function textsOf(values: readonly Value[]): string[] {
  return values.flatMap((value) => (value.type === 'text' ? [value.text] : []));
}

export function namesOf(values: readonly Value[]): string[] {
  return values.flatMap((value) => (value.type === 'name' ? [value.name] : []));
}
