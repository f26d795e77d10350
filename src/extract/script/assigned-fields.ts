// Fields assigned anywhere in the script, for members of unknown objects.
import { type Machine, maxValues, siteValues } from './folder-types.ts';
import { type Node, nodeAt, propertyName, textAt, unwrap } from './syntax.ts';
import type { Value } from './value.ts';

/** Objects that are aliases of the global scope. */
export const globalNames = new Set(['window', 'globalThis', 'self', 'top', 'parent', 'unsafeWindow']);

/** Field names too common to search in the whole script if their object is unknown. */
export const commonNames = new Set(
  'url uri href src name type id value data layers layer path host base options params config key title text label format get set add map source target'.split(
    ' ',
  ),
);

interface Member {
  readonly object: Node;
  readonly name: string;
  readonly owners: readonly Value[];
}

/** Fields assigned anywhere: to the same object; to `this`; to anything, if the name is rare. */
export function notedValues(machine: Machine, { object, name, owners }: Member): readonly Value[] {
  const notes = machine.notes.members.get(name);
  if (notes === undefined) return [];
  const path = dotted(object);
  const isThis = owners.some((owner) => owner.type === 'name' && owner.name === 'this');
  const same = notes.filter((note) => path !== '' && dotted(note.object) === path);
  const chosen = same.length > 0 || isThis || commonNames.has(name) ? same : notes;
  const all = isThis ? notes.filter((note) => note.object === null || isOwn(note.object)) : chosen;
  return all.slice(0, maxValues).flatMap((site) => siteValues(machine, site));
}

/** Values assigned to the object under any key: `urls[key] = …`, `urls['base'] = …`. */
export function notedItems(machine: Machine, object: Node): readonly Value[] {
  const path = dotted(object);
  return (machine.notes.items.get(path) ?? []).slice(0, maxValues).flatMap((site) => siteValues(machine, site));
}

/** `this`, its aliases in scripts, and its prototype. */
function isOwn(object: Node): boolean {
  return (
    object.type === 'ThisExpression' ||
    (object.type === 'MemberExpression' && propertyName(object) === 'prototype') ||
    /^(?:_?this|self|that|me|vm|_self|\$this|ctrl|scope|\$scope)$/.test(textAt(object, 'name'))
  );
}

const knownPaths = new WeakMap<Node, string>();

/**
 * `a.b.c` of a member chain without its global object; '' if it isn't a plain chain. Cached, since folding needs it
 * often.
 */
export function dotted(node: Node | null): string {
  if (node === null) return '';
  let path = knownPaths.get(node);
  if (path === undefined) {
    path = readPath(node);
    knownPaths.set(node, path);
  }
  return path;
}

function readPath(node: Node): string {
  const names: string[] = [];
  let at = unwrap(node);
  while (at.type === 'MemberExpression' && names.length < 20) {
    const name = propertyName(at);
    const object = nodeAt(at, 'object');
    if (name === null || object === null) return '';
    names.push(name);
    at = unwrap(object);
  }
  if (at.type === 'ThisExpression') names.push('this');
  else if (at.type === 'Identifier') names.push(textAt(at, 'name'));
  else return '';
  if (names.length > 1 && globalNames.has(names.at(-1)!)) names.pop();
  return names.reverse().join('.');
}
