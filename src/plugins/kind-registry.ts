// The kinds of a crawl or probe: plugin kinds, then the built-in ones.
import type { Config } from '../config.ts';
import { kinds as builtIn } from '../kinds/index.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { PluginKind, ResourceKind } from '../model/kind.ts';
import { type LoadedKind, loadedKind, loadKindModule } from './kind-modules.ts';
import { type ReportFailure, wrapPluginKind } from './plugin-kind.ts';

/** Kinds passed by the caller, then those of the modules in `kinds.modules`, in order. */
export async function loadPluginKinds(config: Config, own: readonly PluginKind[] = []): Promise<readonly LoadedKind[]> {
  const loaded = own.map((kind) => loadedKind(kind, 'the program'));
  for (const path of config['kinds.modules']) loaded.push(...(await loadKindModule(path)));
  refuseTaken(loaded);
  return loaded;
}

/** Plugin kinds come first, since they are meant to be more specific. `report` receives their failures. */
export function registryOf(loaded: readonly LoadedKind[], report: ReportFailure = () => {}): readonly ResourceKind[] {
  if (loaded.length === 0) return builtIn;
  return [...loaded.map(({ kind, from }) => wrapPluginKind(kind, from, report)), ...builtIn];
}

/** Kinds with the same id couldn't be told apart in the catalog. */
function refuseTaken(loaded: readonly LoadedKind[]): void {
  const owners = new Map(builtIn.map(({ id }) => [id, 'geotrawl itself']));
  for (const { kind, from } of loaded) {
    const owner = owners.get(kind.id);
    if (owner !== undefined) {
      throw new GeotrawlError(
        'config.kind-bad',
        `The kind "${kind.id}" from ${from} has the same id as one from ${owner}. Give it another id.`,
        { facts: { kind: kind.id, path: from, owner } },
      );
    }
    owners.set(kind.id, from);
  }
}
