// Parses exported records, validating every member: the file is untrusted input.
import { isWebUrl } from '../../base/url/web-url.ts';
import { fillDescription } from '../../describe/complete-partial-description.ts';
import type { Borrowed, Description, Family, Layer, Provenance } from '../../model/resource.ts';
import type { Topic } from '../../model/topic.ts';
import type { TopicsOfResource } from '../../model/topic-reader.ts';

/** A record as stored in the file. */
export interface ReadRecord {
  readonly kind: string;
  readonly family: Family;
  readonly version: string | null;
  readonly endpoint: string;
  readonly url: string;
  readonly description: Description;
  readonly provenance: Provenance | null;
  /** Null if the record was never classified. */
  readonly topics: TopicsOfResource | null;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

type Members = Readonly<Record<string, unknown>>;

/** The record, or what is wrong with it. Accepts NDJSON from `geotrawl export`, or a feature of its GeoJSON. */
export function readExported(value: unknown, nowMs: number): ReadRecord | string {
  const given = isFeature(value) ? membersOf(value) : value;
  if (!isObject(given)) return 'not a JSON object';
  const { kind, endpoint, url, family, version } = given;
  if (typeof kind !== 'string' || !/^[a-z0-9][a-z0-9-]{0,63}$/.test(kind)) return 'missing or unknown "kind"';
  if (typeof endpoint !== 'string' || !isWebUrl(endpoint)) return 'missing or invalid "endpoint"';
  const { description, faults } = fillDescription(given, endpoint);
  if (faults.length > 0) return faults.slice(0, 3).join('; ');
  const firstSeenMs = timeOf(given.firstSeen) ?? nowMs;
  return {
    kind,
    family: family === 'catalog' || family === 'file' ? family : 'service',
    version: typeof version === 'string' ? version : null,
    endpoint,
    url: typeof url === 'string' && isWebUrl(url) ? url : endpoint,
    description: { ...description, layers: layersOf(given, description), ...borrowedOf(given.fromRecords) },
    provenance: provenanceOf(given.provenance),
    topics: topicsOf(given),
    firstSeenMs,
    lastSeenMs: Math.max(firstSeenMs, timeOf(given.lastSeen) ?? nowMs),
  };
}

function isFeature(value: unknown): value is Members {
  return isObject(value) && value.type === 'Feature' && isObject(value.properties);
}

/** The extent of a feature is outside its properties. */
function membersOf(feature: Members): Members {
  return { ...(feature.properties as Members), extent: feature.bbox ?? null };
}

/** An empty title stays empty; layers of other tools default to their name. */
function layersOf(given: Members, { layers }: Description): readonly Layer[] {
  const written = Array.isArray(given.layers) ? (given.layers as readonly unknown[]) : [];
  if (written.length !== layers.length) return layers;
  return layers.map((layer, index) => {
    const own = written[index];
    return isObject(own) && own.title === '' ? { ...layer, title: '' } : layer;
  });
}

function borrowedOf(value: unknown): { fromRecords?: readonly Borrowed[] } {
  if (!Array.isArray(value)) return {};
  const borrowed = value.filter((one) => isObject(one) && typeof one.field === 'string' && Array.isArray(one.records));
  return borrowed.length === 0 ? {} : { fromRecords: borrowed as Borrowed[] };
}

function provenanceOf(value: unknown): Provenance | null {
  if (!isObject(value) || typeof value.foundBy !== 'string') return null;
  const { source, anchor, depth, chain, record } = value;
  return {
    foundBy: value.foundBy as Provenance['foundBy'],
    source: typeof source === 'string' ? source : null,
    anchor: typeof anchor === 'string' ? anchor : '',
    depth: typeof depth === 'number' && depth >= 0 ? depth : 0,
    chain: Array.isArray(chain) ? chain.filter((one) => typeof one === 'string') : [],
    ...(isObject(record) ? { record: record as unknown as Provenance['record'] & object } : {}),
  };
}

function topicsOf(given: Members): TopicsOfResource | null {
  if (!Array.isArray(given.topics)) return null;
  const layers = Array.isArray(given.layers) ? (given.layers as readonly unknown[]) : [];
  return {
    topics: topicList(given.topics),
    layers: layers.map((layer) => topicList(isObject(layer) ? layer.topics : [])),
    languages: Array.isArray(given.languages) ? given.languages.filter((one) => typeof one === 'string') : [],
  };
}

function topicList(value: unknown): readonly Topic[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one): one is Topic =>
      isObject(one) && typeof one.id === 'string' && typeof one.confidence === 'number' && Array.isArray(one.words),
  );
}

function timeOf(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(ms) ? ms : null;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
