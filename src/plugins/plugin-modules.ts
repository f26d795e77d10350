// Loads and validates what modules of the user export; kinds and connectors differ only in their contract.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatValue } from '../base/text/format-value.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';

/** The expected type of a member, and its test. */
export type Rule = readonly [expected: string, fits: (value: unknown) => boolean];

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

export const text: Rule = ['text', isText];
export const method: Rule = ['a function', (value) => typeof value === 'function'];
export const id: Rule = [
  'lower-case letters, digits and hyphens',
  (value) => isText(value) && /^[a-z0-9][a-z0-9-]*$/.test(`${value}`),
];

export interface PluginContract {
  readonly name: 'kind' | 'connector';
  readonly unreadable: ErrorCode;
  readonly invalid: ErrorCode;
  readonly example: string;
  readonly docs: string;
  readonly required: Readonly<Record<string, Rule>>;
  readonly optional: Readonly<Record<string, Rule>>;
  /** Whether an exported object looks like one; a module may export others. */
  readonly isCandidate: (value: object) => boolean;
}

/** The candidates a module exports, validated. Throws with the contract's codes. */
export async function loadPluginModule(contract: PluginContract, path: string): Promise<readonly object[]> {
  const from = resolve(path);
  const { name, invalid, unreadable, example, docs } = contract;
  const exported = await loadModule(from, unreadable);
  const candidates = exported.filter(
    (value): value is object => typeof value === 'object' && value !== null && contract.isCandidate(value),
  );
  if (candidates.length === 0)
    throw new GeotrawlError(invalid, `${from} exports no ${name}. Write \`${example}\`; ${docs} has a template.`, {
      facts: { path: from },
    });
  for (const value of candidates) requireValid(contract, value, from);
  return candidates;
}

/** Throws with everything that is wrong with the plugin. */
export function requireValid({ name, invalid, docs, ...contract }: PluginContract, value: unknown, from: string): void {
  const faults = faultsOf(contract, value);
  if (faults.length === 0) return;
  const named = String((value as { id?: unknown } | null)?.id ?? '');
  const label = named === '' ? 'without id' : `"${named}"`;
  throw new GeotrawlError(
    invalid,
    `The ${name} ${label} from ${from} cannot be used: ${faults.join('; ')}. ${docs} explains the members.`,
    { facts: { [name]: named, path: from, members: faults.map((fault) => fault.split(' ')[0]).join(' ') } },
  );
}

/** One phrase per invalid member. */
function faultsOf({ required, optional }: Pick<PluginContract, 'required' | 'optional'>, value: unknown) {
  if (typeof value !== 'object' || value === null) return ['it is not an object'];
  const members = value as Readonly<Record<string, unknown>>;
  const given = Object.entries(optional).filter(([name]) => members[name] !== undefined);
  return [...Object.entries(required), ...given].flatMap(([name, [expected, fits]]) => {
    const member = members[name];
    if (fits(member)) return [];
    return [`${name} is ${member === undefined ? 'missing' : formatValue(member)} (must be ${expected})`];
  });
}

/** Records are stored under these ids, so each must be unique, among built-in ones too. */
export function requireUniqueIds(
  { name, invalid }: PluginContract,
  builtIn: readonly { readonly id: string }[],
  loaded: readonly { readonly id: string; readonly from: string }[],
): void {
  const owners = new Map(builtIn.map((one) => [one.id, 'geotrawl itself']));
  for (const one of loaded) {
    const owner = owners.get(one.id);
    if (owner !== undefined) {
      const message = `The ${name} "${one.id}" from ${one.from} has the same id as one from ${owner}. Give it another id.`;
      throw new GeotrawlError(invalid, message, { facts: { [name]: one.id, path: one.from, owner } });
    }
    owners.set(one.id, one.from);
  }
}

/** All exports, alone or in lists, each once: an export may have two names, `default` and its own. */
async function loadModule(path: string, code: ErrorCode): Promise<readonly unknown[]> {
  if (!existsSync(path)) {
    throw new GeotrawlError(
      code,
      `No such module: ${path}. Paths in a configuration file are relative to that file, others to the current folder.`,
      { facts: { path } },
    );
  }
  try {
    const exported = (await import(pathToFileURL(path).href)) as object;
    return [...new Set(Object.values(exported).flat())];
  } catch (error) {
    const message = `The module ${path} does not load: ${explainLoadError(error)}`;
    throw new GeotrawlError(code, message, { cause: error, facts: { path } });
  }
}

function explainLoadError(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' || code === 'ERR_UNSUPPORTED_DIR_IMPORT')
    return 'Node cannot run it. Name a file that ends in .mjs or .js; TypeScript is compiled first.';
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
