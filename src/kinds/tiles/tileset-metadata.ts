// Metadata of tile archives: bounds, and the layers of vector tiles.

import { readExtent } from '../../base/geo/extent.ts';
import { objectAt, objectsAt, parseObject, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import type { Layer } from '../../model/resource.ts';
import { crsOfCode, fileLayer } from '../files/file-kind.ts';

/** "west,south,east,north"; null with a problem if it isn't an extent. */
export function readTilesetExtent(corners: readonly string[], tally: ProblemTally): Extent | null {
  const [west, south, east, north] = corners;
  if (west === undefined || south === undefined || east === undefined || north === undefined) {
    tally.add('extent.missing', 'The tiles have no bounds.');
    return null;
  }
  const { extent, problem } = readExtent([west, south, east, north]);
  if (problem !== null) tally.add(problem, 'The bounds of the tiles are invalid.', corners.join());
  return extent;
}

/** `vector_layers` of a JSON text as in TileJSON; empty otherwise. */
export function readVectorLayers(json: string, extent: Extent | null): readonly Layer[] {
  const value = parseObject(json);
  if (value === null) return [];
  return objectsAt(value, 'vector_layers')
    .slice(0, 1000)
    .map((layer) => {
      const fields = Object.keys(objectAt(layer, 'fields') ?? {}).slice(0, 50);
      const abstract = copyString(stringAt(layer, 'description'));
      return fileLayer(copyString(stringAt(layer, 'id')), extent, crsOfCode('EPSG:3857'), {
        abstract,
        keywords: fields.map(copyString),
      });
    });
}
