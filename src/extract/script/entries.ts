// How a function or a loop body is entered: by which calls, with which arguments, for which items.
import { type Machine, maxValues } from './folder-types.ts';
import { lastName, type Scope, type Site } from './scope.ts';
import { isFunction, type Node, nodeAt, nodesAt, textAt, unwrap } from './syntax.ts';
import { type Frame, type SourceLocation, textValue, type Value } from './value.ts';

/** Entries one call may be evaluated for: a page of 60 layers in two nested lists. */
const maxLocations = 256;

/** List methods that call a function with each item first. */
const itemFirst = new Set(
  'forEach map flatMap filter find findLast findIndex some every each eachLayer forEachLayer then'.split(' '),
);
/** Module systems pass the modules in the order of their names. */
const loaders = new Set(['require', 'define', 'requirejs', 'import', 'loadModules', 'use', 'dojoRequire']);

/** Every combination of calls and iterations under which the code at a site may run. */
export function locationsOf(machine: Machine, { scope }: { readonly scope: Scope }): readonly SourceLocation[] {
  const scopes: Scope[] = [];
  for (let at: Scope | null = scope; at !== null; at = at.parent) if (at.node !== null) scopes.push(at);
  let frames: (Frame | null)[] = [null];
  for (const inner of scopes.reverse()) {
    const next: (Frame | null)[] = [];
    for (const frame of frames) {
      const entries = machine.entries(inner, frame);
      for (const entry of entries) if (next.length < maxLocations) next.push(entry);
      if (entries.length === 0) next.push(frame);
    }
    frames = next;
  }
  return frames.map((frame) => ({ scope, frame }));
}

export function entriesOf(machine: Machine, scope: Scope, outer: Frame | null): readonly Frame[] {
  const { node, parent } = scope;
  if (node === null || parent === null) return [];
  const frame = (argument: Frame['argument']): Frame => ({ scope, argument, next: outer });
  if (!isFunction(node))
    return iterations(machine, node, { scope: parent, frame: outer }).map((iteration) => frame(() => iteration));
  const passed = scope.passedTo === null ? [] : [scope.passedTo];
  const named = scope.label === null ? [] : (machine.notes.passedByName.get(scope.label) ?? []);
  const found: Frame[] = [];
  for (const { site, index } of [...passed, ...named.filter(({ site }) => isKnownThere(scope, site))]) {
    // A callback runs where it is passed, within the enclosing calls.
    const location = { scope: site.scope, frame: scope.passedTo?.site === site ? outer : null };
    if (index < 0) found.push(frame(argumentsOf(machine, site.node, location)));
    else
      for (const iteration of callbackArguments(machine, site, index, location))
        found.push(frame((at) => iteration[at] ?? []));
  }
  for (const site of callSites(machine, scope)) {
    if (found.length >= maxValues) break;
    found.push(frame(argumentsOf(machine, site.node, { scope: site.scope, frame: null })));
  }
  return found.slice(0, maxValues);
}

function argumentsOf(machine: Machine, call: Node, location: SourceLocation): Frame['argument'] {
  const nodes = nodesAt(call, 'arguments');
  return (index) => {
    const node = nodes[index];
    return node == null ? [] : machine.values(node, location);
  };
}

function callSites(machine: Machine, scope: Scope): readonly Site[] {
  if (scope.label === null || scope.label === '') return [];
  return (machine.notes.callsByName.get(scope.label) ?? []).filter((site) => isKnownThere(scope, site));
}

/** Whether a bare name at a site refers to this function; methods match by name alone. */
function isKnownThere(scope: Scope, site: Site): boolean {
  const callee = unwrap(nodeAt(site.node, 'callee') ?? site.node);
  if (callee.type !== 'Identifier') return true;
  for (let at: Scope | null = site.scope; at !== null; at = at.parent) {
    const sources = at.names.get(scope.label!);
    if (sources === undefined) continue;
    return sources.some((source) => {
      if (source.type === 'function') return source.scope === scope;
      return source.type === 'value' && (unwrap(source.node) === scope.node || source.node.type.startsWith('Class'));
    });
  }
  return false;
}

/** Values of a loop's variable, one list per iteration. */
function iterations(machine: Machine, loop: Node, location: SourceLocation): readonly (readonly Value[])[] {
  if (loop.type === 'ForStatement') return indexIterations(machine, loop, location);
  const right = nodeAt(loop, 'right');
  const over = right === null ? [] : machine.values(right, location);
  if (loop.type === 'ForOfStatement') return over.flatMap((value) => machine.items(value)).slice(0, maxValues);
  return over.flatMap((value) => machine.keys(value).map((key) => [textValue(key)])).slice(0, maxValues);
}

/** `for (var i = 0; i < list.length; i++)`: the indexes of the list. */
function indexIterations(machine: Machine, loop: Node, location: SourceLocation): readonly (readonly Value[])[] {
  const test = nodeAt(loop, 'test');
  const right = test === null ? null : nodeAt(test, 'right');
  const list = right?.type === 'MemberExpression' && lastName(right) === 'length' ? nodeAt(right, 'object') : null;
  if (list === null) return [];
  const lengths = machine.values(list, location).map((value) => (value.type === 'array' ? value.items.length : 0));
  const length = Math.min(maxValues, Math.max(0, ...lengths));
  return Array.from({ length }, (_, index) => [textValue(String(index))]);
}

/** Arguments a function gets from the call it is passed to, one list per invocation. */
function callbackArguments(
  machine: Machine,
  site: Site,
  index: number,
  location: SourceLocation,
): readonly (readonly (readonly Value[])[])[] {
  const callee = unwrap(nodeAt(site.node, 'callee') ?? site.node);
  const name = lastName(callee) ?? '';
  const args = nodesAt(site.node, 'arguments');
  const first = args[0];
  if (loaders.has(name) && index > 0) {
    const modules = args.slice(0, index).findLast((argument) => argument?.type === 'ArrayExpression');
    return modules == null ? [] : [nodesAt(modules, 'elements').map(moduleNames)];
  }
  const object = callee.type === 'MemberExpression' ? nodeAt(callee, 'object') : null;
  if (object !== null && name === 'then') return [[machine.values(object, location)]];
  if (object !== null && index === 0 && itemFirst.has(name))
    return itemArguments(machine, machine.values(object, location));
  if (index !== 1 || first == null) return [];
  const collection = machine.values(first, location);
  // jQuery passes the key first, all others the item.
  const isJquery = /^(?:\$|jQuery)$/.test(object === null ? '' : textAt(object, 'name'));
  if (name === 'each' && isJquery)
    return itemArguments(machine, collection).map(([item = [], key = []]) => [key, item]);
  return /^(?:each|forEach|map|filter|forOwn|forIn|eachKey|iterate)$/i.test(name)
    ? itemArguments(machine, collection)
    : [];
}

function itemArguments(machine: Machine, collection: readonly Value[]): readonly (readonly (readonly Value[])[])[] {
  return collection
    .flatMap((value) => {
      const keys = machine.keys(value);
      return machine.items(value).map((item, index) => [item, [textValue(keys[index] ?? String(index))]]);
    })
    .slice(0, maxValues);
}

function moduleNames(element: Node | null): readonly Value[] {
  const module = element === null ? '' : textAt(element, 'value');
  return module === '' ? [] : [{ type: 'name', name: `${module}#default` }];
}
