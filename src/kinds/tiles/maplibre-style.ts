// MapLibre and Mapbox styles: their sources are tilesets and data worth following.

import { unionExtents } from '../../base/geo/extent.ts';
import { isObject, type JsonObject, numberAt, objectAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Layer } from '../../model/resource.ts';
import { apiAddress, isTalk, splitAddress } from '../address/api-address.ts';
import { crawlLinks, type JsonLink, jsonTypes } from '../address/json-links.ts';
import { readBox } from '../geometry/json-extent.ts';
import { textsAt } from '../records/json-collection.ts';
import { makeProvider } from '../records/metadata-record.ts';

const maxSources = 1000;

export const maplibreStyle: ResourceKind = {
  id: 'maplibre-style',
  title: 'MapLibre or Mapbox style',
  family: 'file',
  specification: 'MapLibre Style Specification (version 8)',
  tier: 1,
  forms: ['json'],
  dataset: 'source',
  suspect,
  probe: (url) => [{ url, accept: jsonTypes }],
  identify,
  describe,
  check: ({ endpoint }) => [{ url: endpoint, accept: jsonTypes }],
};

function suspect(link: Link): number {
  const { host, path } = splitAddress(link.url);
  if (isTalk(path)) return 0;
  if (/\/styles?\/(?:[^/]+\/)?[^/]*\.json$|\/style\.json$|\/resources\/styles\/root\.json$/.test(path)) {
    return /map|tile|style\.json$|vector|geo|gl\b/.test(`${host}${path}`) ? 0.8 : 0.4;
  }
  return 0;
}

/** `version`, `sources` and `layers` are required; layers have an id and a type, or formerly a `ref`. */
function identify(document: Document): readonly Identity[] {
  const json = readJsonObject(document);
  if (json === undefined || !Array.isArray(json.layers) || objectAt(json, 'sources') === null) return [];
  const version = numberAt(json, 'version');
  if (version === null || version < 5 || version > 20) return [];
  const isStyle = json.layers
    .slice(0, 50)
    .every((layer) => isObject(layer) && stringAt(layer, 'id') !== '' && ('type' in layer || 'ref' in layer));
  return isStyle ? [{ kind: 'maplibre-style', version: String(version), endpoint: apiAddress(document.finalUrl) }] : [];
}

function describe(document: Document): Description {
  const json = readJsonObject(document) ?? {};
  const problems = new ProblemTally();
  const sources = Object.entries(objectAt(json, 'sources') ?? {}).slice(0, maxSources);
  const layers = sources.map(([name, source]) => readSource(name, isObject(source) ? source : {}, problems));
  return {
    ...emptyDescription,
    title: copyString(stringAt(json, 'name') || stringAt(json, 'id')),
    abstract: copyString(stringAt(objectAt(json, 'metadata') ?? {}, 'description')),
    provider: makeProvider(copyString(stringAt(json, 'owner')), '', ''),
    extent: unionExtents(layers.map(({ extent }) => extent).filter((extent) => extent !== null)),
    layers,
    layerCount: Object.keys(objectAt(json, 'sources') ?? {}).length,
    formats: [...new Set(sources.map(([, source]) => (isObject(source) ? stringAt(source, 'type') : '')))].filter(
      (type) => type !== '',
    ),
    links: crawlLinks(
      sources.flatMap(([name, source]) => (isObject(source) ? sourceLinks(name, source, document.finalUrl) : [])),
      'description',
    ),
    problems: [...document.problems, ...problems.list()],
  };
}

function readSource(name: string, source: JsonObject, problems: ProblemTally): Layer {
  const url = stringAt(source, 'url') || stringAt(source, 'data');
  const abstract = copyString(stringAt(source, 'attribution'));
  return {
    ...emptyLayer,
    name: copyString(name),
    title: copyString(name),
    abstract,
    extent: readBox(source.bounds, problems),
    metadataUrls: webUrl(url) === null ? [] : [copyString(url)],
  };
}

/** TileJSON, data or tile templates on the web; not `mapbox://` or inline data. */
function sourceLinks(name: string, source: JsonObject, base: string): readonly JsonLink[] {
  const written = [stringAt(source, 'url'), stringAt(source, 'data'), ...textsAt(source, 'tiles').slice(0, 1)];
  const kept = written.filter((url) => url !== '' && !/^(?:mapbox|maptiler|asset|local):/i.test(url));
  return kept.flatMap((url) => {
    const target = webUrl(url.replace(/^pmtiles:\/\//i, ''), base);
    // Template braces aren't encoded, so that templates stay recognizable.
    const plain = target?.replace(/%7B([\w-]{1,20})%7D/gi, '{$1}') ?? null;
    return plain === null ? [] : [{ rel: 'source', url: plain, type: '', title: name }];
  });
}
