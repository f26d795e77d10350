// Is this value a connector? Says of every member what is wrong with it, for people who write their own.
import { shortly } from '../base/text/format-value.ts';
import { isWebUrl } from '../base/url/web-url.ts';

/** What is expected of a member, and whether a value is that. */
type Rule = readonly [takes: string, fits: (value: unknown) => boolean];

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isFunction = (value: unknown) => typeof value === 'function';

const required: Readonly<Record<string, Rule>> = {
  id: ['lower-case letters, digits and hyphens', (value) => isText(value) && /^[a-z0-9][a-z0-9-]*$/.test(`${value}`)],
  title: ['text', isText],
  endpoint: ['a web address', (value) => typeof value === 'string' && isWebUrl(value)],
  begin: ['a function', isFunction],
  request: ['a function', isFunction],
  read: ['a function', isFunction],
};

const optional: Readonly<Record<string, Rule>> = {
  everyHours: ['a number above 0', (value) => typeof value === 'number' && value > 0 && Number.isFinite(value)],
  smaller: ['a function', isFunction],
  after: ['a function', isFunction],
};

/** An exported object that means to be a connector; others may stand beside it in a module. */
export function meansToBeConnector(value: unknown): value is object {
  return typeof value === 'object' && value !== null && ('read' in value || ('begin' in value && 'request' in value));
}

/** One phrase per member that does not fit; empty when the value can be used. */
export function faultsOfConnector(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['it is not an object'];
  const members = value as Readonly<Record<string, unknown>>;
  const check = ([name, [takes, fits]]: [string, Rule]) => {
    const given = members[name];
    return fits(given) ? [] : [`${name} is ${given === undefined ? 'missing' : shortly(given)} (takes ${takes})`];
  };
  const given = Object.entries(optional).filter(([name]) => members[name] !== undefined);
  return [...Object.entries(required), ...given].flatMap(check);
}
