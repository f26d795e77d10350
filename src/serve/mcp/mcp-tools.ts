// The tools for language models: search the catalog, describe a record, get a preview URL, probe a URL.
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
  readonly inputSchema: InputSchema;
  /** Throws GeotrawlError for errors the caller can fix. */
  call(given: Arguments, signal: AbortSignal): Promise<Result>;
}

type Arguments = Readonly<Record<string, unknown>>;
type Result = Record<string, unknown>;

/** JSON Schema of the arguments. */
interface InputSchema {
  readonly type: 'object';
  readonly properties: Record<string, object>;
  readonly required: string[];
  readonly additionalProperties: false;
}

/** Identifies the resources at a URL. */
export type ProbeUrl = (url: string, signal: AbortSignal) => Promise<readonly unknown[]>;

const box = {
  type: 'array',
  items: { type: 'number' },
  minItems: 4,
  maxItems: 4,
  description: 'west, south, east, north in degrees',
};
const relations = ['intersects', 'within', 'contains'] as const;
const id = { type: 'string', description: 'Identifier of a record, from search, or its URL' };

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
      description: 'The full record of one resource, with up to 50 of its layers.',
      inputSchema: schema({ id, layersFrom: { type: 'integer', minimum: 0, default: 0 } }, ['id']),
      call: (given) => describe(catalog, given),
    },
    {
      name: 'preview_url',
      description: 'URL of a PNG image of a layer of a WMS or ArcGIS map service. Nothing is fetched.',
      inputSchema: schema(
        { id, layer: { type: 'string' }, bbox: box, size: { type: 'integer', minimum: 64, maximum: 2048 } },
        ['id'],
      ),
      call: async (given) => {
        const record = await recordOf(catalog, given);
        const [layer, extent, size] = [textIn(given, 'layer'), boxIn(given), integerIn(given, 'size', 512, 2048)];
        const url = previewUrl(record, {
          size,
          ...(layer === '' ? {} : { layer }),
          ...(extent === null ? {} : { extent }),
        });
        if (url === null) throw badArgument(`A ${record.kind} has no map images, or no such layer.`);
        return { url };
      },
    },
    {
      name: 'probe',
      description: 'Identify a URL on the web: kind, version, title, layers. Polite, and public addresses only.',
      inputSchema: schema({ url: { type: 'string', format: 'uri' } }, ['url']),
      call: async (given, signal) => ({ results: await probe(textIn(given, 'url'), signal) }),
    },
  ];
}

async function search(catalog: OpenCatalog, given: Arguments): Promise<Result> {
  const extent = boxIn(given);
  const relation = relations.find((one) => one === given.relation);
  if (given.relation !== undefined && (relation === undefined || extent === null))
    throw badArgument(`relation must be one of ${relations.join(', ')}, and needs a bbox.`);
  const [kinds, topics] = [listIn(given, 'kinds'), listIn(given, 'topics')];
  const query: SearchQuery = {
    words: textIn(given, 'words'),
    limit: integerIn(given, 'limit', 10, 50),
    offset: integerIn(given, 'offset', 0, Number.MAX_SAFE_INTEGER),
    ...(extent === null ? {} : { extent }),
    ...(relation === undefined ? {} : { relation }),
    ...(kinds === null ? {} : { kinds }),
    ...(topics === null ? {} : { topics }),
  };
  const { total, lines, nextOffset } = await catalog.list(query);
  return {
    total,
    nextOffset,
    items: lines.map(({ resource, layers, reasons, distributions }) => ({
      id: resource.id,
      title: resource.title,
      type: recordType(resource),
      kind: resource.kind,
      endpoint: accessOf(resource).href,
      abstract: resource.abstract.slice(0, 300),
      organization: resource.provider?.organization ?? null,
      extent: resource.extent,
      layerCount: resource.layerCount,
      otherDistributions: distributions
        .filter(({ id }) => id !== resource.id)
        .map(({ id, kind, endpoint }) => ({ id, kind, endpoint })),
      matchingLayers: layers,
      reasons,
    })),
  };
}

const layersPerPage = 50;

async function describe(catalog: OpenCatalog, given: Arguments): Promise<Result> {
  const record = await recordOf(catalog, given);
  const from = integerIn(given, 'layersFrom', 0, Number.MAX_SAFE_INTEGER);
  const layers = record.layers.slice(from, from + layersPerPage);
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

async function recordOf(catalog: OpenCatalog, given: Arguments) {
  const record = await catalog.get(textIn(given, 'id'));
  if (record === null) throw new GeotrawlError('catalog.not-found', 'No such record. Use an id from search.');
  return record;
}

function schema(properties: Record<string, object>, required: string[]): InputSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

function badArgument(message: string): GeotrawlError {
  return new GeotrawlError('usage.bad-argument', message);
}

function textIn(given: Arguments, name: string): string {
  const value = given[name] ?? '';
  if (typeof value !== 'string') throw badArgument(`${name} must be a string.`);
  return value;
}

function integerIn(given: Arguments, name: string, fallback: number, max: number): number {
  const value = given[name] ?? fallback;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw badArgument(`${name} must be a non-negative integer.`);
  return Math.min(value, max);
}

function listIn(given: Arguments, name: string): readonly string[] | null {
  const value = given[name];
  if (value === undefined) return null;
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw badArgument(`${name} must be a list of strings.`);
  return value as string[];
}

function boxIn(given: Arguments): Extent | null {
  const value = given.bbox;
  if (value === undefined || value === null) return null;
  const extent =
    Array.isArray(value) && value.every((one) => typeof one === 'number') ? boxOfNumbers(value as number[]) : null;
  if (extent === null) throw badArgument('bbox must be [west, south, east, north] in degrees.');
  return extent;
}
