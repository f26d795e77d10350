// Changes what a stored resource is said to be, without a new look at it: when and where it was seen stays as it is.
import { resourceKey } from '../base/url.ts';
import type { RedescribeRequest } from '../model/catalog.ts';
import type { Resource } from '../model/resource.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { contentHash } from './content-hash.ts';
import { maskedDescription, maskedProvenance } from './masked.ts';
import type { ProvenanceRows } from './provenance-rows.ts';
import type { ResourceRow, ResourceRows } from './resource-row.ts';

export interface RedescribeTables {
  readonly database: SqlDatabase;
  readonly resources: ResourceRows;
  readonly provenance: ProvenanceRows;
  /** Keeps the state of the description that a row now has. */
  remember(rid: number): void;
  assemble(row: ResourceRow): Resource;
}

/** Gives the resources whose description changed. Layers stay: only what is said of the whole may change. */
export function openRedescribe(tables: RedescribeTables): (request: RedescribeRequest) => readonly Resource[] {
  const { database, resources, provenance, remember, assemble } = tables;
  const byKey = database.prepare('SELECT * FROM resource WHERE endpoint_key = ?');
  const byId = database.prepare('SELECT * FROM resource WHERE id = ?');
  return (request) => {
    const changed: Resource[] = [];
    for (const row of byKey.all(resourceKey(request.url)) as ResourceRow[]) {
      for (const way of request.ways) provenance.add(row.rid, maskedProvenance(way), request);
      const before = assemble(row);
      const description = maskedDescription(request.describe(before));
      const hash = contentHash(description);
      const isSame = hash === row.content_hash && sourcesOf(description) === sourcesOf(before);
      if (isSame) continue;
      const { id, kind, version, private_endpoint: endpoint, private_url: url } = row;
      const identity = { kind, version, endpoint };
      const content = { id, endpointKey: resourceKey(endpoint), identity, family: before.family, url, description };
      resources.update(row, {
        ...content,
        ...{ contentHash: hash, layersHash: row.layers_hash, nowMs: row.last_seen_ms },
      });
      if (hash !== row.content_hash) remember(row.rid);
      changed.push(assemble(byId.get(id) as ResourceRow));
    }
    return changed;
  };
}

function sourcesOf({ fromRecords = [] }: Pick<Resource, 'fromRecords'>): string {
  return JSON.stringify(fromRecords);
}
