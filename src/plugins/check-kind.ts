// Validates a plugin kind and describes what is wrong with each member.
import { formatValue } from '../base/text/format-value.ts';
import type { DocumentForm } from '../model/document.ts';
import type { Family } from '../model/resource.ts';

const forms: readonly DocumentForm[] = ['xml', 'html', 'json', 'text', 'zip', 'binary', 'empty'];
const families: readonly Family[] = ['service', 'catalog', 'file'];

/** The expected type of a member, and its test. */
type Rule = readonly [takes: string, fits: (value: unknown) => boolean];

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isFunction = (value: unknown) => typeof value === 'function';
const isOneOf = (list: readonly unknown[]) => (value: unknown) => list.includes(value);

const required: Readonly<Record<string, Rule>> = {
  id: ['lower-case letters, digits and hyphens', (value) => isText(value) && /^[a-z0-9][a-z0-9-]*$/.test(`${value}`)],
  title: ['text', isText],
  family: [`one of ${families.join(', ')}`, isOneOf(families)],
  specification: ['text', isText],
  tier: ['1 or 2', isOneOf([1, 2])],
  forms: [
    `a list of ${forms.join(', ')}`,
    (value) => Array.isArray(value) && value.length > 0 && value.every(isOneOf(forms)),
  ],
  dataset: ['text', isText],
  suspect: ['a function', isFunction],
  probe: ['a function', isFunction],
  identify: ['a function', isFunction],
  describe: ['a function', isFunction],
};

const optional: Readonly<Record<string, Rule>> = {
  more: ['a function', isFunction],
  check: ['a function', isFunction],
};

/** An exported object meant as a kind; a module may export others. */
export function meansToBeKind(value: unknown): value is object {
  return typeof value === 'object' && value !== null && ('identify' in value || ('id' in value && 'forms' in value));
}

/** One phrase per invalid member; empty if the value can be used as a kind. */
export function faultsOfKind(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['it is not an object'];
  const members = value as Readonly<Record<string, unknown>>;
  const check = (name: string, [takes, fits]: Rule) =>
    fits(members[name]) ? [] : [faultOf(name, members[name], takes)];
  return [
    ...Object.entries(required).flatMap(([name, rule]) => check(name, rule)),
    ...Object.entries(optional).flatMap(([name, rule]) => (members[name] === undefined ? [] : check(name, rule))),
  ];
}

function faultOf(name: string, value: unknown, takes: string): string {
  return `${name} is ${value === undefined ? 'missing' : formatValue(value)} (must be ${takes})`;
}
