// The labelled scenes as records: their items, and which of them are the same.
import { readFileSync } from 'node:fs';
import { hostOf } from '../../src/base/url/web-url.ts';
import type { Extent } from '../../src/model/extent.ts';
import type { Description, Discovery, Family, Layer, Provenance } from '../../src/model/resource.ts';

export interface SceneItem {
  readonly scene: string;
  /** Items of a scene with the same letter are the same. */
  readonly letter: string;
  /** Name of the layer; null for the record itself. */
  readonly layer: string | null;
  readonly discovery: Discovery;
  readonly provenance: Provenance | null;
}

export type Part = 'tuning' | 'held-out' | 'fresh';

export function readScenes(part: Part): readonly (readonly SceneItem[])[] {
  const scenes: SceneItem[][] = [];
  let title = '';
  for (const line of readFileSync(new URL(`${part}.txt`, import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('== ')) {
      title = line.slice(3);
      scenes.push([]);
    } else if (line !== '' && !line.startsWith('#')) scenes.at(-1)!.push(readItem(title, line));
  }
  return mergeServices(scenes);
}

interface Line {
  readonly letter: string;
  readonly kind: string;
  readonly endpoint: string;
  readonly name: string;
  readonly title: string;
  readonly extent: Extent;
  readonly more: Readonly<Record<string, string>>;
}

function readItem(scene: string, text: string): SceneItem {
  const [letter = '', kind = '', endpoint = '', name = '', title = '', box = '', more = ''] = text.split(' | ');
  const extent = box.split(' ').map(Number) as unknown as Extent;
  const line = { letter, kind, endpoint, name, title, extent, more: readMore(more) };
  const isWhole = name === '*';
  return {
    scene,
    letter,
    layer: isWhole || 'single' in line.more ? null : name,
    discovery: {
      identity: { kind, version: null, endpoint },
      family: familyOf(kind),
      description: isWhole ? serviceOf(line) : layerServiceOf(line),
      requests: 1,
    },
    provenance: provenanceOf(line.more),
  };
}

function readMore(text: string): Readonly<Record<string, string>> {
  const parts = text.split('; ').filter((part) => part !== '');
  return Object.fromEntries(parts.map((part) => [part.split('=', 1)[0]!, part.slice(part.indexOf('=') + 1)]));
}

const fileKinds = ['geojson', 'shapefile', 'geotiff', 'geopackage', 'kml', 'netcdf', 'iso19139'];

function familyOf(kind: string): Family {
  if (fileKinds.includes(kind)) return 'file';
  return kind === 'csw-records' || kind === 'stac-collection' ? 'catalog' : 'service';
}

function serviceOf(line: Line): Description {
  const layers = (line.more.layers ?? '').split(', ').filter((layer) => layer !== '');
  const described = layers.map((layer) => {
    const at = layer.lastIndexOf(':');
    return layerOf(layer.slice(0, at), layer.slice(at + 1), line);
  });
  return descriptionOf(line.title, line, described);
}

/** Services of layers are titled by their host, and have one layer more than the scene lists. */
function layerServiceOf(line: Line): Description {
  const own = layerOf(line.name, line.title, line);
  if ('single' in line.more) return descriptionOf(line.title, line, [own]);
  const other = layerOf(`neighbor_of_${line.name.replaceAll(':', '_')}`, `Something else of ${line.endpoint}`, line);
  const layers = [own, { ...other, extent: null, metadataUrls: [] }];
  return descriptionOf(`Services of ${hostOf(line.endpoint)}`, line, layers);
}

function descriptionOf(title: string, { more, extent }: Line, layers: readonly Layer[]): Description {
  return {
    title,
    abstract: '',
    keywords: [],
    fees: null,
    accessConstraints: null,
    license: null,
    operations: [],
    provider: more.org === undefined ? null : { organization: more.org, person: null, email: null, url: null },
    extent,
    time: null,
    crs: [],
    layers,
    layerCount: layers.length,
    formats: [],
    software: null,
    claimedUrl: more.claimed ?? null,
    links: more.doi === undefined ? [] : [linkTo(`https://doi.org/${more.doi}`)],
    problems: [],
  };
}

function linkTo(url: string): Description['links'][number] {
  return { url, foundBy: 'catalog', anchor: '', window: '', nofollow: false };
}

function layerOf(name: string, title: string, { more, extent }: Line): Layer {
  const id = more.uuid;
  return {
    name,
    title,
    abstract: more.abstract ?? '',
    keywords: [],
    extent,
    crs: [],
    crsCount: 0,
    parent: null,
    queryable: false,
    styles: [],
    time: more.time ?? null,
    metadataUrls: id === undefined ? [] : [`https://catalog.example/csw?request=GetRecordById&id=${id}`],
    ...(more.count === undefined ? {} : { featureCount: Number(more.count) }),
  };
}

function provenanceOf({ record, recordTitle = '' }: Readonly<Record<string, string>>): Provenance | null {
  if (record === undefined) return null;
  const catalog = 'https://catalog.example/csw';
  return {
    foundBy: 'catalog',
    source: catalog,
    anchor: '',
    depth: 1,
    chain: [catalog],
    record: { catalog, id: record, title: recordTitle },
  };
}

/** Layers of one address are layers of one record. */
function mergeServices(scenes: readonly (readonly SceneItem[])[]): readonly (readonly SceneItem[])[] {
  const services = new Map<string, SceneItem[]>();
  for (const item of scenes.flat()) {
    const { kind, endpoint } = item.discovery.identity;
    const key = `${kind} ${endpoint}`;
    services.set(key, [...(services.get(key) ?? []), item]);
  }
  return scenes.map((scene) =>
    scene.map((item) => {
      const { kind, endpoint } = item.discovery.identity;
      const together = services.get(`${kind} ${endpoint}`)!;
      const layers = together.flatMap(({ discovery }) => discovery.description.layers);
      if (item.layer === null) return item;
      const description = { ...item.discovery.description, layers, layerCount: layers.length };
      return { ...item, discovery: { ...item.discovery, description } };
    }),
  );
}
