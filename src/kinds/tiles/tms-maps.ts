// Reads the three documents of a Tile Map Service: its root resource, the service, one map.
import type { RawExtent } from '../../base/geo/extent.ts';
import type { XmlSource } from '../../base/xml/xml.ts';
import { attributeOf, child, childrenOf, textAt, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { Extent } from '../../model/extent.ts';
import type { Problem } from '../../model/problem.ts';
import type { Provider } from '../../model/resource.ts';
import { readCorners } from '../ogc/ows/ows-box.ts';
import { Datasets } from '../ogc/ows/ows-datasets.ts';
import { makeProvider } from '../records/metadata-record.ts';

export interface TileMapService {
  readonly title: string;
  readonly version: string | null;
  readonly url: string;
}

export interface TileMaps {
  /** Services a root resource lists. */
  readonly services: readonly TileMapService[];
  readonly datasets: Datasets;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly formats: readonly string[];
  /** The service a map belongs to. */
  readonly serviceUrl: string | null;
  readonly provider: Provider | null;
  readonly hasTileSets: boolean;
  readonly problems: readonly Problem[];
}

const maxServices = 1000;

/** Code of Web Mercator before EPSG had one, used by the specification itself. */
const osgeoMercator = /^OSGEO:41001$/i;

export function readTileMaps(source: XmlSource): TileMaps {
  const datasets = new Datasets();
  const services: TileMapService[] = [];
  const words = new Map<string, string>();
  const word = ({ name, text }: XmlNode) => {
    if (!words.get(name)) words.set(name, text);
  };
  let map: XmlNode | null = null;
  let provider: Provider | null = null;
  const problems = walkXml(source, {
    'Services/TileMapService': (node) => {
      if (services.length < maxServices) services.push(readService(node));
    },
    'TileMapService/Title': word,
    'TileMapService/Abstract': word,
    'TileMapService/KeywordList': word,
    'TileMapService/ContactInformation': (node) => {
      provider ??= readProvider(node);
    },
    'TileMapService/TileMaps/TileMap': (node) => addListedMap(datasets, node),
    TileMap: (node) => {
      map = node;
    },
  });
  const ofService = {
    title: words.get('Title') ?? '',
    abstract: words.get('Abstract') ?? '',
    keywords: splitWords(words.get('KeywordList') ?? ''),
    formats: [],
    serviceUrl: null,
    hasTileSets: false,
  };
  return { services, datasets, provider, problems, ...(map === null ? ofService : addMap(datasets, map)) };
}

function readService(node: XmlNode): TileMapService {
  return {
    title: attributeOf(node, 'title') ?? '',
    version: attributeOf(node, 'version')?.trim() || null,
    url: attributeOf(node, 'href')?.trim() ?? '',
  };
}

function addListedMap(datasets: Datasets, node: XmlNode): void {
  const url = attributeOf(node, 'href')?.trim() ?? '';
  const title = attributeOf(node, 'title')?.trim() ?? '';
  datasets.add({
    name: nameOf(url) || title,
    title,
    crs: systems(attributeOf(node, 'srs')),
    metadataUrls: url === '' ? [] : [url],
  });
}

/** What follows the version in a map's URL: `…/tms/1.0.0/towns@WGS84`. */
function nameOf(url: string): string {
  const path = url.replace(/[?#].*$/, '').replace(/\/$/, '');
  return /\/\d+\.\d+(?:\.\d+)?\/([^?#]+)$/.exec(path)?.[1] ?? path.slice(path.lastIndexOf('/') + 1);
}

type MapFacts = Pick<TileMaps, 'title' | 'abstract' | 'keywords' | 'formats' | 'serviceUrl' | 'hasTileSets'>;

function addMap(datasets: Datasets, node: XmlNode): MapFacts {
  const title = textAt(node, 'Title');
  const abstract = textAt(node, 'Abstract');
  const srs = textAt(node, 'SRS');
  datasets.add({ name: title, title, abstract, crs: systems(srs), extent: mapExtent(datasets, node, srs) });
  const format = child(node, 'TileFormat');
  const mediaType = (format === null ? null : attributeOf(format, 'mime-type'))?.trim() ?? '';
  return {
    title,
    abstract,
    keywords: splitWords(textAt(node, 'KeywordList')),
    formats: mediaType === '' ? [] : [mediaType],
    serviceUrl: attributeOf(node, 'tilemapservice')?.trim() || null,
    hasTileSets: child(node, 'TileSets') !== null,
  };
}

function mapExtent(datasets: Datasets, node: XmlNode, srs: string): Extent | null {
  const box = child(node, 'BoundingBox');
  if (box === null) return null;
  const [minX = null, minY = null, maxX = null, maxY = null] = ['minx', 'miny', 'maxx', 'maxy'].map((name) =>
    attributeOf(box, name),
  );
  const corners: RawExtent = [minX, minY, maxX, maxY];
  return readCorners(corners, systems(srs)[0] ?? 'EPSG:4326', datasets.problems, textAt(node, 'Title'));
}

function systems(srs: string | null): readonly string[] {
  const text = srs?.trim() ?? '';
  if (text === '') return [];
  return [osgeoMercator.test(text) ? 'EPSG:3857' : text];
}

function readProvider(node: XmlNode): Provider | null {
  const primary = child(node, 'ContactPersonPrimary') ?? node;
  const email = childrenOf(node, 'ContactElectronicMailAddress')[0]?.text ?? '';
  return makeProvider(textAt(primary, 'ContactOrganization'), textAt(primary, 'ContactPerson'), email);
}

function splitWords(text: string): readonly string[] {
  return [...new Set(text.split(text.includes(',') ? ',' : ' ').map((word) => word.trim()))].filter(
    (word) => word !== '',
  );
}
