// Fields, items and keys of values.
import type { Machine } from './folder-types.ts';
import { keyName, type Node, nodeAt, nodesAt } from './syntax.ts';
import { type SourceLocation, textValue, type Value } from './value.ts';

/** Fields checked per object: a table of layers, not of everything. */
const maxKeys = 2_000;

/** Framework wrappers store their value under these names (`ref.value`, `useRef().current`, `url.href`). */
const selfNames = new Set(['value', 'current', 'href']);

export function fieldValues(machine: Machine, value: Value, name: string): readonly Value[] {
  switch (value.type) {
    case 'object':
      return objectField(machine, value.node, value.location, name);
    case 'record':
      return value.fields.get(name) ?? [];
    case 'merged': {
      const parts = value.parts.map((part) => machine.field(part, name)).filter((found) => found.length > 0);
      return parts.at(-1) ?? [];
    }
    case 'array':
      return /^\d+$/.test(name) ? (value.items[Number(name)] ?? []) : [];
    case 'text':
      return selfNames.has(name) ? [value] : [];
    case 'name':
      return [
        { type: 'name', name: value.name.endsWith('#*') ? value.name.slice(0, -1) + name : `${value.name}.${name}` },
      ];
    case 'function':
      return [];
  }
}

/** The last one written wins; a spread comes before what is written after it. */
function objectField(machine: Machine, node: Node, location: SourceLocation, name: string): readonly Value[] {
  const members = membersOf(node);
  for (let at = members.length - 1; at >= 0; at--) {
    const member = members[at]!;
    if (member.type === 'SpreadElement') {
      const argument = nodeAt(member, 'argument');
      const found =
        argument === null ? [] : machine.values(argument, location).flatMap((part) => machine.field(part, name));
      if (found.length > 0) return found;
    } else if (memberName(machine, member, location) === name) return memberValue(machine, member, location);
  }
  return [];
}

function membersOf(node: Node): Node[] {
  const list = node.type === 'ObjectExpression' ? nodesAt(node, 'properties') : enumOrClassMembers(node);
  return list.filter((member) => member !== null);
}

function enumOrClassMembers(node: Node): readonly (Node | null)[] {
  const body = nodeAt(node, 'body');
  if (node.type !== 'TSEnumDeclaration') return body === null ? [] : nodesAt(body, 'body');
  return body === null ? nodesAt(node, 'members') : nodesAt(body, 'members');
}

function memberName(machine: Machine, member: Node, location: SourceLocation): string | null {
  if (member.type === 'TSEnumMember') return keyName({ ...member, key: member.id });
  const written = keyName(member);
  const key = nodeAt(member, 'key');
  if (written !== null || key === null) return written;
  const [first] = machine.values(key, location);
  return first?.type === 'text' ? first.text : null;
}

function memberValue(machine: Machine, member: Node, location: SourceLocation): readonly Value[] {
  const value = nodeAt(member, member.type === 'TSEnumMember' ? 'initializer' : 'value');
  if (value === null) return [];
  const found = machine.values(value, location);
  return member.kind === 'get' ? found.flatMap((getter) => machine.apply(getter, [])) : found;
}

export function itemsOf(machine: Machine, value: Value): readonly (readonly Value[])[] {
  if (value.type === 'array') return value.items;
  return machine.keys(value).map((key) => machine.field(value, key));
}

export function keysOf(machine: Machine, value: Value): readonly string[] {
  switch (value.type) {
    case 'array':
      return value.items.map((_, index) => String(index));
    case 'record':
      return [...value.fields.keys()];
    case 'merged':
      return [...new Set(value.parts.flatMap((part) => machine.keys(part)))].slice(0, maxKeys);
    case 'object':
      return membersOf(value.node)
        .slice(0, maxKeys)
        .flatMap((member) => {
          if (member.type !== 'SpreadElement') return memberName(machine, member, value.location) ?? [];
          const argument = nodeAt(member, 'argument');
          return argument === null
            ? []
            : machine.values(argument, value.location).flatMap((part) => machine.keys(part));
        });
    default:
      return [];
  }
}

/** A value of a JSON text. */
export function jsonValue(json: unknown): Value | null {
  if (typeof json === 'string' || typeof json === 'number') return textValue(String(json));
  if (Array.isArray(json)) return { type: 'array', items: json.map((item) => listOf(jsonValue(item))) };
  if (typeof json !== 'object' || json === null) return null;
  return {
    type: 'record',
    fields: new Map(Object.entries(json).map(([name, field]) => [name, listOf(jsonValue(field))])),
  };
}

function listOf(value: Value | null): readonly Value[] {
  return value === null ? [] : [value];
}
