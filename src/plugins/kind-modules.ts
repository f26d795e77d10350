// Loads and validates kinds from modules.
import { resolve } from 'node:path';
import { GeotrawlError } from '../model/errors.ts';
import type { PluginKind } from '../model/kind.ts';
import { faultsOfKind, meansToBeKind } from './check-kind.ts';
import { loadModule } from './load-module.ts';

/** A plugin kind and its origin. */
export interface LoadedKind {
  readonly kind: PluginKind;
  /** Path of its module, or 'the program'. */
  readonly from: string;
}

/**
 * The kinds a module exports, alone or in lists, under any name. Throws `config.kind-unreadable` and `config.kind-bad`.
 */
export async function loadKindModule(path: string): Promise<readonly LoadedKind[]> {
  const from = resolve(path);
  const kinds = (await loadModule(from, 'config.kind-unreadable')).filter(meansToBeKind);
  if (kinds.length === 0) {
    throw new GeotrawlError(
      'config.kind-bad',
      `${from} exports no kind. Write \`export const myKind = { id: …, forms: […], identify(document) { … }, … }\`; docs/add-a-kind.md has a template.`,
      { facts: { path: from } },
    );
  }
  return kinds.map((kind) => loadedKind(kind, from));
}

/** A valid kind, or `config.kind-bad` with everything that is wrong with it. */
export function loadedKind(kind: unknown, from: string): LoadedKind {
  const faults = faultsOfKind(kind);
  if (faults.length === 0) return { kind: kind as PluginKind, from };
  const id = String((kind as { id?: unknown } | null)?.id ?? '');
  throw new GeotrawlError(
    'config.kind-bad',
    `The kind ${id === '' ? 'without id' : `"${id}"`} from ${from} cannot be used: ${faults.join('; ')}. docs/add-a-kind.md explains the members.`,
    { facts: { kind: id, path: from, members: faults.map((fault) => fault.split(' ')[0]).join(' ') } },
  );
}
