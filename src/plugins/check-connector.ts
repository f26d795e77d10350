// Validates a plugin connector and describes what is wrong with each member.
import { formatValue } from '../base/text/format-value.ts';
import { isWebUrl } from '../base/url/web-url.ts';

/** The expected type of a member, and its test. */
type Rule = readonly [takes: string, fits: (value: unknown) => boolean];

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isFunction = (value: unknown) => typeof value === 'function';

const required: Readonly<Record<string, Rule>> = {
  id: ['lower-case letters, digits and hyphens', (value) => isText(value) && /^[a-z0-9][a-z0-9-]*$/.test(`${value}`)],
  title: ['text', isText],
  endpoint: ['a web URL', (value) => typeof value === 'string' && isWebUrl(value)],
  begin: ['a function', isFunction],
  request: ['a function', isFunction],
  read: ['a function', isFunction],
};

const optional: Readonly<Record<string, Rule>> = {
  everyHours: ['a number above 0', (value) => typeof value === 'number' && value > 0 && Number.isFinite(value)],
  smaller: ['a function', isFunction],
  after: ['a function', isFunction],
};

/** An exported object meant as a connector; a module may export others. */
export function meansToBeConnector(value: unknown): value is object {
  return typeof value === 'object' && value !== null && ('read' in value || ('begin' in value && 'request' in value));
}

/** One phrase per invalid member; empty if the value can be used. */
export function faultsOfConnector(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['it is not an object'];
  const members = value as Readonly<Record<string, unknown>>;
  const check = ([name, [takes, fits]]: [string, Rule]) => {
    const given = members[name];
    return fits(given) ? [] : [`${name} is ${given === undefined ? 'missing' : formatValue(given)} (must be ${takes})`];
  };
  const given = Object.entries(optional).filter(([name]) => members[name] !== undefined);
  return [...Object.entries(required), ...given].flatMap(check);
}
