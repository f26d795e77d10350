// Amends a stored description without a new visit; times and provenance are kept.
import { resourceKey } from '../base/url/url.ts';
import type { RedescribeRequest } from '../model/catalog.ts';
import type { Resource } from '../model/resource.ts';
import type { Work } from '../store/sql/sql.ts';
import { contentHash } from './content-hash.ts';
import { maskedDescription, maskedProvenance } from './mask-secrets.ts';
import { provenanceRows } from './provenance-rows.ts';
import { type ResourceRow, resourceRows, selectResources } from './resource-row.ts';

export interface RedescribeParts {
  /** Runs inside the caller's transaction. */
  run<T>(work: () => Work<T>): Promise<T>;
  /** Stores the current description of a row as a version. */
  remember(rid: number): Work<unknown>;
  assemble(row: ResourceRow): Work<Resource>;
}

const byKey = selectResources('WHERE endpoint_key = ? ORDER BY rid');
const byId = selectResources('WHERE id = ?');

/** Returns the resources whose description changed. Layers are kept: only top-level fields may change. */
export async function redescribe(
  request: RedescribeRequest,
  { run, remember, assemble }: RedescribeParts,
): Promise<readonly Resource[]> {
  const changed: Resource[] = [];
  for (const row of await run(() => byKey.all(resourceKey(request.url)))) {
    const before = await run(function* () {
      for (const origin of request.origins) yield* provenanceRows.add(row.rid, maskedProvenance(origin), request);
      return yield* assemble(row);
    });
    const description = maskedDescription(await request.describe(before));
    const hash = contentHash(description);
    if (hash === row.content_hash && sourcesOf(description) === sourcesOf(before)) continue;
    const { id, kind, version, private_endpoint: endpoint, private_url: url } = row;
    const identity = { kind, version, endpoint };
    const content = { id, endpointKey: resourceKey(endpoint), identity, family: before.family, url, description };
    const state = { contentHash: hash, layersHash: row.layers_hash, nowMs: row.last_seen_ms };
    const after = await run(function* () {
      yield* resourceRows.update(row, { ...content, ...state });
      if (hash !== row.content_hash) yield* remember(row.rid);
      return yield* assemble((yield* byId.get(id))!);
    });
    changed.push(after);
  }
  return changed;
}

function sourcesOf({ fromRecords = [] }: Pick<Resource, 'fromRecords'>): string {
  return JSON.stringify(fromRecords);
}
