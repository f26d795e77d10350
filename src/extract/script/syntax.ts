// Syntax trees of the parsers (ESTree, with TypeScript and JSX), with checked access to fields.

/** One node of a tree. Fields are accessed through the functions below, since a recovered tree may lack any of them. */
export interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

export function nodeAt(node: Node, field: string): Node | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

/** The nodes of a list field; holes of arrays (`[, a]`) stay as null. */
export function nodesAt(node: Node, field: string): readonly (Node | null)[] {
  const value = node[field];
  return Array.isArray(value) ? value.map((item) => (isNode(item) ? item : null)) : [];
}

export function textAt(node: Node, field: string): string {
  const value = node[field];
  return typeof value === 'string' ? value : '';
}

/** The text of a part of a template literal. */
export function templateText(quasi: Node | null): string {
  const { cooked, raw } = (quasi?.value ?? {}) as { cooked?: unknown; raw?: unknown };
  return String(cooked ?? raw ?? '');
}

/** Wrappers that don't change the value: TypeScript casts, parentheses, optional chains, `await`. */
const wrappers = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'ParenthesizedExpression',
  'ChainExpression',
  'AwaitExpression',
  'JSXExpressionContainer',
]);

export function unwrap(node: Node): Node {
  let inner = node;
  while (wrappers.has(inner.type)) {
    const next = nodeAt(inner, 'expression') ?? nodeAt(inner, 'argument');
    if (next === null) break;
    inner = next;
  }
  return inner;
}

export function isFunction({ type }: Node): boolean {
  return type === 'FunctionExpression' || type === 'ArrowFunctionExpression' || type === 'FunctionDeclaration';
}

/** Name of a property or method if it is literal; null for computed ones. */
export function keyName(node: Node): string | null {
  const key = nodeAt(node, 'key');
  if (key === null) return null;
  if (key.type === 'Literal') return String(key.value);
  if (node.computed === true) return null;
  return key.type === 'Identifier' || key.type === 'PrivateIdentifier' ? textAt(key, 'name') : null;
}

/** Name of the property in `a.b` and `a['b']`; null if it is computed. */
export function propertyName(member: Node): string | null {
  const property = nodeAt(member, 'property');
  if (property === null) return null;
  if (member.computed !== true) return textAt(property, 'name') || null;
  return property.type === 'Literal' ? String(property.value) : null;
}

/** Fields without children: positions, and the raw text of literals. */
const plainFields = new Set([
  'type',
  'start',
  'end',
  'range',
  'loc',
  'raw',
  'value',
  'name',
  'typeAnnotation',
  'typeParameters',
]);

/** Pushes the children of a node in reverse, so that a stack pops them in source order. */
export function pushChildren(node: Node, push: (child: Node) => void): void {
  const fields = Object.keys(node);
  for (let at = fields.length - 1; at >= 0; at--) {
    const field = fields[at]!;
    // `value` is a child in properties and class fields only; in literals it is the value itself.
    if (plainFields.has(field) && !(field === 'value' && node.type !== 'Literal')) continue;
    const value = node[field];
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) if (isNode(value[index])) push(value[index]);
    } else if (isNode(value)) push(value);
  }
}
