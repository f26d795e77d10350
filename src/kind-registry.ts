// The kinds one crawl or probe works with: those from outside, then the built-in ones.
import type { Config } from './config.ts';
import { kinds as builtIn } from './kinds/index.ts';
import { GeotrawlError } from './model/errors.ts';
import type { OutsideKind, ResourceKind } from './model/kind.ts';
import { type LoadedKind, loadedKind, loadKindModule } from './plugins/kind-modules.ts';
import { outsideKind, type TellFailure } from './plugins/plugin-kind.ts';

/** Kinds of the program itself, then those of the modules in `kinds.modules`, in their order. */
export async function loadOutsideKinds(
  config: Config,
  own: readonly OutsideKind[] = [],
): Promise<readonly LoadedKind[]> {
  const loaded = own.map((kind) => loadedKind(kind, 'the program'));
  for (const path of config['kinds.modules']) loaded.push(...(await loadKindModule(path)));
  refuseTaken(loaded);
  return loaded;
}

/**
 * Kinds from outside come first: who brings one means it to be more specific than what is there. `tell` hears where one
 * fails.
 */
export function registryOf(loaded: readonly LoadedKind[], tell: TellFailure = () => {}): readonly ResourceKind[] {
  if (loaded.length === 0) return builtIn;
  return [...loaded.map(({ kind, from }) => outsideKind(kind, from, tell)), ...builtIn];
}

/** Two kinds of one id could not be told apart in the catalog. */
function refuseTaken(loaded: readonly LoadedKind[]): void {
  const owners = new Map(builtIn.map(({ id }) => [id, 'geotrawl itself']));
  for (const { kind, from } of loaded) {
    const owner = owners.get(kind.id);
    if (owner !== undefined) {
      throw new GeotrawlError(
        'config.kind-bad',
        `The kind "${kind.id}" from ${from} has the id of one from ${owner}. Give it another id.`,
        { facts: { kind: kind.id, path: from, owner } },
      );
    }
    owners.set(kind.id, from);
  }
}
