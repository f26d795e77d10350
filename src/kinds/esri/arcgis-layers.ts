// The layers and tables of an ArcGIS map or feature service.

import { type JsonObject, numberAt, objectAt, objectsAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { emptyLayer } from '../../describe/empty-description.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import type { Layer } from '../../model/resource.ts';
import { readArcgisExtent, readSpatialReference } from './arcgis-extent.ts';
import { firstText, listAt, readTimeExtent } from './arcgis-json.ts';

/** Layers stored; further ones are only counted. */
const maxLayers = 100_000;

/** What layers inherit from their service. */
export interface Inherited {
  readonly extent: Extent | null;
  readonly crs: string | null;
  readonly time: string | null;
  readonly isQueryable: boolean;
}

/** Layers and tables in document order; groups come before their members. `details` is the `…/layers` response. */
export function readLayers(
  object: JsonObject,
  details: Document | undefined,
  inherited: Inherited,
  problems: ProblemTally,
): readonly Layer[] {
  const known = detailsById(details);
  const entries = entriesOf(object).slice(0, maxLayers);
  const positions = new Map(entries.map((entry, index) => [numberAt(entry, 'id'), index]));
  return entries.map((entry, index) => {
    const parent = positions.get(numberAt(entry, 'parentLayerId') ?? -1) ?? null;
    const detail = known.get(numberAt(entry, 'id')) ?? null;
    return readLayer({ ...entry, ...detail }, parent === index ? null : parent, inherited, problems);
  });
}

export function countLayers(object: JsonObject): number {
  return entriesOf(object).length;
}

function entriesOf(object: JsonObject): readonly JsonObject[] {
  const tables = objectsAt(object, 'tables').map((table) => ({ type: 'Table', ...table }));
  return [...objectsAt(object, 'layers'), ...tables];
}

function detailsById(details: Document | undefined): ReadonlyMap<number | null, JsonObject> {
  const object = details === undefined ? undefined : readJsonObject(details);
  return new Map(object === undefined ? [] : entriesOf(object).map((entry) => [numberAt(entry, 'id'), entry]));
}

/** One layer or table, from its entry in the service or from its own document. */
export function readLayer(
  entry: JsonObject,
  parent: number | null,
  inherited: Inherited,
  problems: ProblemTally,
): Layer {
  const title = firstText(entry, 'name', 'title');
  const id = stringAt(entry, 'id');
  const box = objectAt(entry, 'extent');
  const reference = readSpatialReference(box?.spatialReference ?? entry.sourceSpatialReference);
  const crs = [...new Set([reference.crs, inherited.crs])].filter((name) => name !== null);
  const isGroup = /^group layer$/i.test(stringAt(entry, 'type'));
  // A table has no geometry and so no extent.
  const around = /^table$/i.test(stringAt(entry, 'type')) ? null : inherited.extent;
  const own = listAt(entry, 'capabilities');
  return {
    ...emptyLayer,
    name: id === '' ? null : copyString(id),
    title,
    abstract: firstText(entry, 'description'),
    extent: readArcgisExtent(box, reference, problems, title) ?? around,
    crs: crs.map(copyString),
    crsCount: crs.length,
    parent,
    queryable: !isGroup && (own.length > 0 ? own.includes('Query') : inherited.isQueryable),
    time: readTimeExtent(entry) ?? inherited.time,
  };
}
