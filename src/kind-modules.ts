// Loads kinds from modules that somebody names: each is looked at member by member before it may take part.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { faultsOfKind, meansToBeKind } from './identify/check-kind.ts';
import { GeotrawlError } from './model/errors.ts';
import type { OutsideKind } from './model/kind.ts';

/** A kind from outside, and where it came from. */
export interface LoadedKind {
  readonly kind: OutsideKind;
  /** Path of its module, or 'the program'. */
  readonly from: string;
}

/** The kinds a module exports, alone or in lists, under any name. Throws `config.kind-unreadable` and `config.kind-bad`. */
export async function loadKindModule(path: string): Promise<readonly LoadedKind[]> {
  const from = resolve(path);
  const exported = Object.values(await importModule(from)).flat();
  // An export may have two names: `default` and its own.
  const kinds = [...new Set(exported)].filter(meansToBeKind);
  if (kinds.length === 0) {
    throw new GeotrawlError(
      'config.kind-bad',
      `${from} exports no kind. Write \`export const myKind = { id: …, forms: […], identify(document) { … }, … }\`; docs/add-a-kind.md has one to begin with.`,
      { facts: { path: from } },
    );
  }
  return kinds.map((kind) => loadedKind(kind, from));
}

/** A kind that can be used, or `config.kind-bad` with everything that is wrong with it. */
export function loadedKind(kind: unknown, from: string): LoadedKind {
  const faults = faultsOfKind(kind);
  if (faults.length === 0) return { kind: kind as OutsideKind, from };
  const id = String((kind as { id?: unknown } | null)?.id ?? '');
  throw new GeotrawlError(
    'config.kind-bad',
    `The kind ${id === '' ? 'without id' : `"${id}"`} from ${from} cannot be used: ${faults.join('; ')}. docs/add-a-kind.md explains the members.`,
    { facts: { kind: id, path: from, members: faults.map((fault) => fault.split(' ')[0]).join(' ') } },
  );
}

async function importModule(path: string): Promise<object> {
  if (!existsSync(path)) {
    throw new GeotrawlError(
      'config.kind-unreadable',
      `There is no module ${path}. Paths in a configuration file are relative to that file, others to the current folder.`,
      { facts: { path } },
    );
  }
  try {
    return (await import(pathToFileURL(path).href)) as object;
  } catch (error) {
    throw new GeotrawlError('config.kind-unreadable', `The module ${path} does not load: ${whyNot(error)}`, {
      cause: error,
      facts: { path },
    });
  }
}

function whyNot(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' || code === 'ERR_UNSUPPORTED_DIR_IMPORT')
    return 'Node cannot run it. Name a file that ends in .mjs or .js; TypeScript is compiled first.';
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
