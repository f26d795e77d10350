// Names and their declarations, as recorded in one pass over a tree.
import { type Node, propertyName, textAt, unwrap } from './syntax.ts';

/** A step into a value: by name, by index, or the rest of a list. */
export type Step = string | number;

/** Where the value of a name comes from. */
export type Source =
  | { readonly type: 'value'; readonly node: Node; readonly scope: Scope; readonly path: readonly Step[] }
  | { readonly type: 'parameter'; readonly index: number; readonly scope: Scope; readonly path: readonly Step[] }
  | { readonly type: 'append'; readonly node: Node; readonly scope: Scope }
  | { readonly type: 'function'; readonly scope: Scope }
  | { readonly type: 'module'; readonly module: string; readonly name: string };

/** Names of one program, function or loop body. */
export interface Scope {
  readonly parent: Scope | null;
  readonly names: Map<string, Source[]>;
  /** The function or loop of these names; null for a program. */
  readonly node: Node | null;
  /** Possible return values of a function. */
  readonly returns: Node[];
  /** The call this function is passed to as an argument, and at which index. */
  passedTo: { readonly site: Site; readonly index: number } | null;
  /** The class this is the constructor of, or the name of the method. */
  label: string | null;
  /** File the scope belongs to, for imports among files that are read together. */
  readonly file: string;
}

/** A node together with its scope. */
export interface Site {
  readonly node: Node;
  readonly scope: Scope;
}

export interface MemberNote extends Site {
  /** `cfg` in `cfg.url = …`; null for fields of literals and classes. */
  readonly object: Node | null;
}

export interface Notes {
  /** Shared by all programs of a page. */
  readonly root: Scope;
  readonly scopes: Map<Node, Scope>;
  readonly calls: Site[];
  readonly callsByName: Map<string, Site[]>;
  /** Calls that get a function by its name: `layers.forEach(addLayer)`. */
  readonly passedByName: Map<string, { readonly site: Site; readonly index: number }[]>;
  readonly objects: Site[];
  readonly texts: Site[];
  /** Sums (`a + b`), the outermost of nested ones; `inner` are the others. */
  readonly sums: Site[];
  readonly inner: WeakSet<Node>;
  readonly elements: Site[];
  /** Texts for people: placeholders, attributions, messages. Their URLs aren't used. */
  readonly shown: WeakSet<Node>;
  /** Fields by name, wherever they are written: `a.url = …`, `{ url: … }`, `class { url = … }`. */
  readonly members: Map<string, MemberNote[]>;
  /** Values assigned to objects under a key in brackets (`urls[key] = …`), by the dotted name of the object. */
  readonly items: Map<string, Site[]>;
  /** Class → the class it extends, for the arguments of `super(…)`. */
  readonly parents: Map<string, string>;
  /** Names given to values: `const wmsUrl = …`, `{ wmsUrl: … }`. */
  readonly named: { readonly name: string; readonly site: Site }[];
  /** Exports per file: name → value. */
  readonly exports: Map<string, Map<string, Site>>;
  nodes: number;
}

/** `c` of `a.b.c` and of `c`. */
export function lastName(callee: Node): string | null {
  const node = unwrap(callee);
  if (node.type === 'Identifier') return textAt(node, 'name');
  return node.type === 'MemberExpression' ? propertyName(node) : null;
}
