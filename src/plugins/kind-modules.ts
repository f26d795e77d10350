// The kinds of a crawl or probe: the user's, from the caller or from modules, then the built-in ones.
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { kinds as builtIn } from '../kinds/index.ts';
import type { DocumentForm } from '../model/document.ts';
import type { PluginKind, ResourceKind } from '../model/kind.ts';
import type { Family } from '../model/resource.ts';
import { type ReportFailure, wrapPluginKind } from './plugin-kind.ts';
import {
  id,
  loadPluginModule,
  method,
  type PluginContract,
  requireUniqueIds,
  requireValid,
  text,
} from './plugin-modules.ts';

/** A plugin kind and its origin. */
export interface LoadedKind {
  readonly kind: PluginKind;
  /** Path of its module, or 'the program'. */
  readonly from: string;
}

const forms: readonly DocumentForm[] = ['xml', 'html', 'json', 'text', 'zip', 'binary', 'empty'];
const families: readonly Family[] = ['service', 'catalog', 'file'];

const isOneOf = (list: readonly unknown[]) => (value: unknown) => list.includes(value);

const contract: PluginContract = {
  name: 'kind',
  unreadable: 'config.kind-unreadable',
  invalid: 'config.kind-bad',
  example: 'export const myKind = { id: …, forms: […], identify(document) { … }, … }',
  docs: 'docs/add-a-kind.md',
  required: {
    id,
    title: text,
    family: [`one of ${families.join(', ')}`, isOneOf(families)],
    specification: text,
    tier: ['1 or 2', isOneOf([1, 2])],
    forms: [
      `a list of ${forms.join(', ')}`,
      (value) => Array.isArray(value) && value.length > 0 && value.every(isOneOf(forms)),
    ],
    dataset: text,
    suspect: method,
    probe: method,
    identify: method,
    describe: method,
  },
  optional: { more: method, check: method },
  isCandidate: (value) => 'identify' in value || ('id' in value && 'forms' in value),
};

/** Kinds passed by the caller, then those of the modules in `kinds.modules`, in order. Throws `config.kind-*`. */
export async function loadPluginKinds(config: Config, own: readonly PluginKind[] = []): Promise<readonly LoadedKind[]> {
  for (const kind of own) requireValid(contract, kind, 'the program');
  const loaded = own.map((kind): LoadedKind => ({ kind, from: 'the program' }));
  for (const path of config['kinds.modules']) {
    const kinds = (await loadPluginModule(contract, path)) as readonly PluginKind[];
    loaded.push(...kinds.map((kind) => ({ kind, from: resolve(path) })));
  }
  requireUniqueIds(
    contract,
    builtIn,
    loaded.map(({ kind, from }) => ({ id: kind.id, from })),
  );
  return loaded;
}

/** Plugin kinds come first, since they are meant to be more specific. `report` receives their failures. */
export function registryOf(loaded: readonly LoadedKind[], report: ReportFailure = () => {}): readonly ResourceKind[] {
  if (loaded.length === 0) return builtIn;
  return [...loaded.map(({ kind, from }) => wrapPluginKind(kind, from, report)), ...builtIn];
}
