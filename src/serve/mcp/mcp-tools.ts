// What a language model can do with the catalog: search it, look at a record, get a picture's address, probe an address.

import { openRecord } from '../../catalog/export.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import type { SearchQuery } from '../../model/search.ts';
import type { OpenCatalog } from '../../open-catalog.ts';
import { recordType, sureTopics } from '../../query/record-properties.ts';
import { boxOfNumbers } from '../../query/wkt-shapes.ts';
import { accessOf } from '../formats/record-access.ts';
import { previewUrl } from '../preview/preview-url.ts';

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  /** Throws GeotrawlError for what the caller can mend. */
  call(given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>;
}

/** Looks at an address and tells what is there. */
export type ProbeUrl = (url: string, signal: AbortSignal) => Promise<readonly unknown[]>;

const box = {
  type: 'array',
  items: { type: 'number' },
  minItems: 4,
  maxItems: 4,
  description: 'west, south, east, north in degrees',
};
const relations = ['intersects', 'within', 'contains'] as const;
const id = { type: 'string', description: 'Identifier of a record, from search, or its address' };

export function mcpTools(catalog: OpenCatalog, probe: ProbeUrl): readonly McpTool[] {
  return [
    {
      name: 'search',
      description: 'Search a catalog of map services, geodata and catalogs found on the web. Best first, with reasons.',
      inputSchema: schema(
        {
          words: { type: 'string', description: 'Words of titles, layers, keywords, in any language' },
          bbox: box,
          relation: { type: 'string', enum: relations },
          kinds: {
            type: 'array',
            items: { type: 'string' },
            description: 'wms, wfs, arcgis-feature-server, geojson …',
          },
          topics: { type: 'array', items: { type: 'string' }, description: 'inspire:hy, iso:inlandWaters …' },
          limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
          offset: { type: 'integer', minimum: 0, default: 0 },
        },
        [],
      ),
      call: (given) => search(catalog, given),
    },
    {
      name: 'describe',
      description: 'Everything the catalog knows of one record, with up to 50 of its layers.',
      inputSchema: schema({ id, layersFrom: { type: 'integer', minimum: 0, default: 0 } }, ['id']),
      call: (given) => describe(catalog, given),
    },
    {
      name: 'preview_url',
      description: 'Address of a PNG that draws a layer of a WMS or ArcGIS map service. Nothing is fetched.',
      inputSchema: schema(
        { id, layer: { type: 'string' }, bbox: box, size: { type: 'integer', minimum: 64, maximum: 2048 } },
        ['id'],
      ),
      call: async (given) => {
        const record = await recordOf(catalog, given);
        const [layer, extent, size] = [textIn(given, 'layer'), boxIn(given), wholeIn(given, 'size', 512, 2048)];
        const url = previewUrl(record, {
          size,
          ...(layer === '' ? {} : { layer }),
          ...(extent === null ? {} : { extent }),
        });
        if (url === null) throw wrong(`A ${record.kind} draws no maps, or has no such layer.`);
        return { url };
      },
    },
    {
      name: 'probe',
      description:
        'Ask an address on the web what it is: kind, version, title, layers. Polite, and only public addresses.',
      inputSchema: schema({ url: { type: 'string', format: 'uri' } }, ['url']),
      call: async (given, signal) => ({ results: await probe(textIn(given, 'url'), signal) }),
    },
  ];
}

async function search(catalog: OpenCatalog, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const extent = boxIn(given);
  const relation = relations.find((one) => one === given.relation);
  if (given.relation !== undefined && (relation === undefined || extent === null))
    throw wrong(`relation is one of ${relations.join(', ')}, and goes with a bbox.`);
  const [kinds, topics] = [listIn(given, 'kinds'), listIn(given, 'topics')];
  const query: SearchQuery = {
    words: textIn(given, 'words'),
    limit: wholeIn(given, 'limit', 10, 50),
    offset: wholeIn(given, 'offset', 0, Number.MAX_SAFE_INTEGER),
    ...(extent === null ? {} : { extent }),
    ...(relation === undefined ? {} : { relation }),
    ...(kinds === null ? {} : { kinds }),
    ...(topics === null ? {} : { topics }),
  };
  const { total, lines, nextOffset } = await catalog.list(query);
  return {
    total,
    nextOffset,
    items: lines.map(({ resource, layers, reasons, ways }) => ({
      id: resource.id,
      title: resource.title,
      type: recordType(resource),
      kind: resource.kind,
      endpoint: accessOf(resource).href,
      abstract: resource.abstract.slice(0, 300),
      organization: resource.provider?.organization ?? null,
      extent: resource.extent,
      layerCount: resource.layerCount,
      otherWays: ways.filter(({ id }) => id !== resource.id).map(({ id, kind, endpoint }) => ({ id, kind, endpoint })),
      matchingLayers: layers,
      reasons,
    })),
  };
}

const layersShown = 50;

async function describe(catalog: OpenCatalog, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const record = await recordOf(catalog, given);
  const from = wholeIn(given, 'layersFrom', 0, Number.MAX_SAFE_INTEGER);
  const layers = record.layers.slice(from, from + layersShown);
  return {
    ...openRecord(record),
    topics: sureTopics(record),
    layers: layers.map(({ name, title, abstract, extent, time }) => ({
      name,
      title,
      abstract: abstract.slice(0, 300),
      extent,
      time,
    })),
  };
}

async function recordOf(catalog: OpenCatalog, given: Readonly<Record<string, unknown>>) {
  const record = await catalog.get(textIn(given, 'id'));
  if (record === null)
    throw new GeotrawlError('catalog.not-found', 'There is no such record; search gives identifiers.');
  return record;
}

function schema(properties: object, required: readonly string[]): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

function wrong(message: string): GeotrawlError {
  return new GeotrawlError('usage.bad-argument', message);
}

function textIn(given: Readonly<Record<string, unknown>>, name: string): string {
  const value = given[name] ?? '';
  if (typeof value !== 'string') throw wrong(`${name} is text.`);
  return value;
}

function wholeIn(given: Readonly<Record<string, unknown>>, name: string, otherwise: number, most: number): number {
  const value = given[name] ?? otherwise;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw wrong(`${name} is a whole number.`);
  return Math.min(value, most);
}

function listIn(given: Readonly<Record<string, unknown>>, name: string): readonly string[] | null {
  const value = given[name];
  if (value === undefined) return null;
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw wrong(`${name} is a list of texts.`);
  return value as string[];
}

function boxIn(given: Readonly<Record<string, unknown>>): Extent | null {
  const value = given.bbox;
  if (value === undefined || value === null) return null;
  const extent =
    Array.isArray(value) && value.every((one) => typeof one === 'number') ? boxOfNumbers(value as number[]) : null;
  if (extent === null) throw wrong('bbox is [west, south, east, north] in degrees.');
  return extent;
}
