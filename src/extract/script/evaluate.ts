// Constant folding over a syntax tree: possible values of an expression, without running anything.

import { commonNames, dotted, globalNames, notedItems, notedValues } from './assigned-fields.ts';
import { entriesOf } from './entries.ts';
import { callValues } from './evaluate-call.ts';
import { fieldValues, itemsOf, keysOf } from './evaluate-field.ts';
import { capped, concatenated, type Machine, maxValues, siteValues } from './folder-types.ts';
import { locationText } from './page-location.ts';
import type { Notes, Scope, Source, Step } from './scope.ts';
import { isFunction, type Node, nodeAt, nodesAt, propertyName, templateText, textAt, unwrap } from './syntax.ts';
import { type Frame, hole, type SourceLocation, textValue, type Value } from './value.ts';

/** Steps for all evaluations of one script. Steps instead of time, so that results are deterministic. */
const maxSteps = 1_000_000;
/** Steps for one evaluation, so that one hard case doesn't use up the budget of the others. */
const maxStepsPerEvaluation = 15_000;
/** Nesting limit for expressions: deeper than any configuration, far from the end of the stack. */
const maxDepth = 80;

export interface Evaluator extends Machine {
  /** Starts a new evaluation with its own step count. */
  readonly begin: (most?: number) => void;
}

/** Creates the folder for one set of notes. Its results are cached. */
export function makeEvaluator(notes: Notes, pageUrl: string | null): Evaluator {
  let steps = 0;
  let limit = maxStepsPerEvaluation;
  let depth = 0;
  const known = new Map<Node, readonly Value[]>();
  const knownIn = new WeakMap<Frame, Map<Node, readonly Value[]>>();
  const memoryFor = ({ frame }: SourceLocation) => {
    if (frame === null) return known;
    let memory = knownIn.get(frame);
    if (memory === undefined) {
      memory = new Map();
      knownIn.set(frame, memory);
    }
    return memory;
  };
  const values = (written: Node, location: SourceLocation): readonly Value[] => {
    const node = unwrap(written);
    if (node.type === 'Literal') return literalValues(node);
    const memory = memoryFor(location);
    const remembered = memory.get(node);
    if (remembered !== undefined) return remembered;
    if (++steps > limit || depth >= maxDepth) return [];
    // Empty until known: names that refer to themselves end here.
    memory.set(node, []);
    depth++;
    const found = capped(evaluate(machine, node, location));
    depth--;
    memory.set(node, found);
    return found;
  };
  /** Every entry point counts, and none recurses too deeply: fields contain spreads that contain fields. */
  const within = <T>(compute: () => readonly T[]): readonly T[] => {
    if (++steps > limit || depth >= maxDepth) return [];
    depth++;
    const found = compute();
    depth--;
    return found;
  };
  const machine: Evaluator = {
    notes,
    pageUrl,
    values,
    begin: (most = maxStepsPerEvaluation) => {
      limit = Math.min(maxSteps, steps + most);
    },
    field: (value, name) => within(() => capped(fieldValues(machine, value, name))),
    items: (value) => within(() => itemsOf(machine, value)),
    keys: (value) => within(() => keysOf(machine, value)),
    apply: (callee, args) => within(() => capped(apply(machine, callee, args))),
    entries: (scope, outer) => within(() => entriesOf(machine, scope, outer)),
  };
  return machine;
}

function literalValues(node: Node): readonly Value[] {
  const value = node.value;
  return typeof value === 'string' || typeof value === 'number' ? [textValue(String(value))] : [];
}

type EvaluateNode = (machine: Machine, node: Node, location: SourceLocation) => readonly Value[];

const evaluators: Readonly<Record<string, EvaluateNode>> = {
  Identifier: identifierValues,
  TemplateLiteral: templateValues,
  TaggedTemplateExpression: (machine, node, location) => valuesAt(machine, node, 'quasi', location),
  BinaryExpression: sumValues,
  LogicalExpression: eitherValues('left', 'right'),
  ConditionalExpression: eitherValues('consequent', 'alternate'),
  AssignmentExpression: (machine, node, location) => valuesAt(machine, node, 'right', location),
  SequenceExpression: (machine, node, location) => {
    const last = nodesAt(node, 'expressions').at(-1);
    return last == null ? [] : machine.values(last, location);
  },
  MemberExpression: memberValues,
  CallExpression: callValues,
  NewExpression: callValues,
  ImportExpression: (machine, node, location) =>
    valuesAt(machine, node, 'source', location).flatMap((value) =>
      value.type === 'text' ? [{ type: 'name', name: `${value.text}#*` } as const] : [],
    ),
  ArrayExpression: arrayValues,
  ObjectExpression: (_machine, node, location) => [{ type: 'object', node, location }],
  TSEnumDeclaration: (_machine, node, location) => [{ type: 'object', node, location }],
  ClassDeclaration: (_machine, node, location) => [{ type: 'object', node, location }],
  ClassExpression: (_machine, node, location) => [{ type: 'object', node, location }],
  ThisExpression: () => [{ type: 'name', name: 'this' }],
  MetaProperty: () => [{ type: 'name', name: 'import.meta' }],
};

function evaluate(machine: Machine, node: Node, location: SourceLocation): readonly Value[] {
  if (isFunction(node)) {
    const scope = machine.notes.scopes.get(node);
    return scope === undefined ? [] : [{ type: 'function', scope, frame: location.frame }];
  }
  return evaluators[node.type]?.(machine, node, location) ?? [];
}

function valuesAt(machine: Machine, node: Node, field: string, location: SourceLocation): readonly Value[] {
  const child = nodeAt(node, field);
  return child === null ? [] : machine.values(child, location);
}

/** Both branches count: which one applies is decided at run time. */
function eitherValues(first: string, second: string): EvaluateNode {
  return (machine, node, location) => [
    ...valuesAt(machine, node, first, location).filter((value) => value.type !== 'name' || second !== 'right'),
    ...valuesAt(machine, node, second, location),
  ];
}

function templateValues(machine: Machine, node: Node, location: SourceLocation): readonly Value[] {
  const expressions = nodesAt(node, 'expressions');
  const lists = nodesAt(node, 'quasis').flatMap((quasi, index) => {
    const text = [templateText(quasi)];
    const expression = expressions[index];
    return expression == null ? [text] : [text, writtenTexts(machine, machine.values(expression, location))];
  });
  return concatenated(lists).map(textValue);
}

/** Sums nest to the left, thousands deep in generated code: flattened in a loop. */
function sumValues(machine: Machine, node: Node, location: SourceLocation): readonly Value[] {
  const lists: string[][] = [];
  let sum: Node = node;
  while (sum.type === 'BinaryExpression') {
    if (sum.operator !== '+') return sum === node ? typedCallValues(machine, node, location) : [];
    const right = nodeAt(sum, 'right');
    lists.push(right === null ? [hole] : writtenTexts(machine, machine.values(right, location)));
    const left = nodeAt(sum, 'left');
    if (left === null || lists.length > 2_000) break;
    sum = unwrap(left);
  }
  if (sum.type !== 'BinaryExpression') lists.push(writtenTexts(machine, machine.values(sum, location)));
  return concatenated(lists.reverse()).map(textValue);
}

/** `ref<string>('…')` without its types parses as two comparisons: treated as the call it is. */
function typedCallValues(machine: Machine, node: Node, location: SourceLocation): readonly Value[] {
  const left = nodeAt(node, 'left');
  const isTyped = node.operator === '>' && left?.type === 'BinaryExpression' && left.operator === '<';
  return isTyped ? valuesAt(machine, node, 'right', location) : [];
}

/** Values as parts of a longer text; unknown ones become a hole. */
export function writtenTexts(machine: Machine, values: readonly Value[]): string[] {
  const texts = new Set<string>();
  for (const value of values) {
    if (value.type === 'text') texts.add(value.text);
    else if (value.type === 'name') texts.add(locationText(value.name, machine.pageUrl) ?? hole);
    else if (value.type === 'array') texts.add(value.items.map((item) => writtenTexts(machine, item)[0]!).join(','));
    else texts.add(hole);
  }
  if (texts.size > 1) texts.delete(hole);
  return texts.size === 0 ? [hole] : [...texts].slice(0, maxValues);
}

function arrayValues(machine: Machine, node: Node, location: SourceLocation): readonly Value[] {
  const items: (readonly Value[])[] = [];
  for (const element of nodesAt(node, 'elements')) {
    if (element === null) items.push([]);
    else if (element.type !== 'SpreadElement') items.push(machine.values(element, location));
    else for (const value of valuesAt(machine, element, 'argument', location)) items.push(...machine.items(value));
    if (items.length > 2_000) break;
  }
  return [{ type: 'array', items }];
}

function identifierValues(machine: Machine, node: Node, location: SourceLocation): readonly Value[] {
  const name = textAt(node, 'name');
  if (name === 'undefined' || name === hole) return [];
  for (let scope: Scope | null = location.scope; scope !== null; scope = scope.parent) {
    const sources = scope.names.get(name);
    if (sources !== undefined) return sourcesValues(machine, sources, location.frame);
  }
  const assigned = (machine.notes.members.get(name) ?? []).filter(({ object }) => globalNames.has(dotted(object)));
  if (assigned.length > 0) return assigned.flatMap((site) => siteValues(machine, site));
  // An undeclared name may be a field of a component, as in its template.
  const fields = commonNames.has(name)
    ? []
    : (machine.notes.members.get(name) ?? []).filter((note) => note.object === null);
  const found = fields.slice(0, maxValues).flatMap((site) => siteValues(machine, site));
  // Computed fields of a component are functions whose result the template uses.
  const results = found.flatMap((value) => (value.type === 'function' ? machine.apply(value, []) : [value]));
  return [{ type: 'name', name }, ...results.filter(({ type }) => type === 'text')];
}

function sourcesValues(machine: Machine, sources: readonly Source[], frame: Frame | null): readonly Value[] {
  let found: Value[] = [];
  for (const source of sources.slice(0, maxValues)) {
    if (source.type === 'append') {
      const added = writtenTexts(machine, machine.values(source.node, { scope: source.scope, frame }));
      found = concatenated([writtenTexts(machine, found), added]).map(textValue);
    } else found.push(...sourceValues(machine, source, frame));
  }
  return found;
}

function sourceValues(
  machine: Machine,
  source: Exclude<Source, { type: 'append' }>,
  frame: Frame | null,
): readonly Value[] {
  switch (source.type) {
    case 'function':
      return [{ type: 'function', scope: source.scope, frame }];
    case 'value':
      return follow(machine, machine.values(source.node, { scope: source.scope, frame }), source.path);
    case 'parameter':
      return follow(machine, parameterValues(machine, source, frame), source.path);
    case 'module':
      return moduleValues(machine, source);
  }
}

function parameterValues(
  machine: Machine,
  { scope, index }: { readonly scope: Scope; readonly index: number },
  frame: Frame | null,
): readonly Value[] {
  for (let call = frame; call !== null; call = call.next) if (call.scope === scope) return call.argument(index);
  return capped(machine.entries(scope, null).flatMap((entry) => entry.argument(index)));
}

function follow(machine: Machine, values: readonly Value[], path: readonly Step[]): readonly Value[] {
  let found = values;
  for (const step of path) found = found.flatMap((value) => machine.field(value, String(step)));
  return found;
}

/** The export of a module that was read together with this one; any other is known by name only. */
function moduleValues(
  machine: Machine,
  { module, name }: { readonly module: string; readonly name: string },
): readonly Value[] {
  const bareName = module.replace(/^(?:\.{1,2}\/|@\/|~\/)+/, '').replace(/\.\w{2,4}$/, '');
  if (module !== bareName || module.startsWith('.')) {
    for (const [file, names] of machine.notes.exports) {
      const path = file.replace(/\.\w{2,4}$/, '').replace(/\/index$/, '');
      if (path !== bareName && !path.endsWith(`/${bareName}`)) continue;
      if (name === '*')
        return [{ type: 'record', fields: new Map([...names].map(([key, site]) => [key, siteValues(machine, site)])) }];
      const site = names.get(name);
      if (site !== undefined) return siteValues(machine, site);
    }
  }
  return [{ type: 'name', name: `${module}#${name}` }];
}

function memberValues(machine: Machine, node: Node, location: SourceLocation): readonly Value[] {
  const object = nodeAt(node, 'object');
  if (object === null) return [];
  const owners = machine.values(object, location);
  const name = propertyName(node);
  if (name === null) return computedValues(machine, node, owners, location);
  const found: Value[] = [];
  for (const owner of owners) {
    if (owner.type === 'name' && globalNames.has(owner.name)) {
      const global = machine.notes.root.names.get(name);
      if (global !== undefined) found.push(...sourcesValues(machine, global, null));
    }
    found.push(...machine.field(owner, name));
  }
  if (found.some((value) => value.type !== 'name')) return found;
  const noted = notedValues(machine, { object, name, owners });
  return noted.length > 0 ? noted : found;
}

/** `a[i]`, `a[key]`: the item if the index is known, else all of them. */
function computedValues(
  machine: Machine,
  node: Node,
  owners: readonly Value[],
  location: SourceLocation,
): readonly Value[] {
  const keys = valuesAt(machine, node, 'property', location).flatMap((value) =>
    value.type === 'text' ? [value.text] : [],
  );
  const picked = keys.flatMap((key) => owners.flatMap((owner) => machine.field(owner, key)));
  if (picked.some((value) => value.type !== 'name')) return picked;
  const object = nodeAt(node, 'object');
  const noted = object === null ? [] : notedItems(machine, object);
  if (noted.length > 0) return noted;
  return owners.flatMap((owner) => machine.items(owner).flat());
}

function apply(machine: Machine, callee: Value, args: readonly (readonly Value[])[]): readonly Value[] {
  if (callee.type !== 'function') return [];
  const frame: Frame = { scope: callee.scope, argument: (index) => args[index] ?? [], next: callee.frame };
  return callee.scope.returns.slice(0, 20).flatMap((node) => machine.values(node, { scope: callee.scope, frame }));
}
