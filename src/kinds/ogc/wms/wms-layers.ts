// The layers of a WMS capabilities document, collected while it streams by.
import { hasLatitudeFirst, isGeographic, isWebMercator, readCrs, readCrsList } from '../../../base/geo/crs.ts';
import { type ExtentReading, type RawExtent, readExtent, readMercatorExtent } from '../../../base/geo/extent.ts';
import { StringPool } from '../../../base/text/string-pool.ts';
import { attribute, type XmlElement } from '../../../base/xml/xml.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Layer } from '../../../model/resource.ts';
import { inherit, type PartialLayer } from './wms-inherit.ts';
import { type ProjectedBox, readProjectedBoxes } from './wms-projected.ts';
import { readTime } from './wms-time.ts';

/** Layers stored; further ones are only counted. */
export const maxLayers = 100_000;

/** Boxes in other systems that are considered: the same box comes in every system a server supports. */
const maxProjected = 4;

/** Cached texts of CRS elements. */
const maxCrsTexts = 20_000;

const none: readonly string[] = [];

interface OpenLayer {
  readonly own: PartialLayer;
  /** Position in the list, or null beyond the limit. */
  readonly index: number | null;
  readonly bounds: [string | null, string | null, string | null, string | null];
  keywords: string[];
  crs: string[];
  styles: string[];
  metadataUrls: string[];
  latLonBox: ExtentReading | null;
  otherBox: ExtentReading | null;
  /** Boxes in other systems, used only if there is none in degrees. */
  projected: ProjectedBox[];
}

/** EX_GeographicBoundingBox (WMS 1.3.0, 7.2.4.6.6), in the order of an extent. */
const boundNames = ['westBoundLongitude', 'southBoundLatitude', 'eastBoundLongitude', 'northBoundLatitude'];

/** Elements of a layer whose text is needed. */
export const layerLeaves = new Set([
  ...['Name', 'Title', 'Abstract', 'Keyword', 'Keywords', 'SRS', 'CRS', 'Dimension', 'Extent'],
  ...boundNames,
]);

const extentMessages = {
  'extent.invalid': 'A layer has an extent that is empty, infinite, a placeholder or not numeric.',
  'extent.swapped': 'A layer has an extent with swapped axes or corners; it was corrected.',
  'extent.out-of-range': 'A layer has an extent beyond ±180 or ±90 degrees; it was clipped.',
  'extent.projected': 'A layer has an extent that could not be converted to degrees; it was not used.',
};

export class WmsLayers {
  readonly #version: string | null;
  readonly #problems: ProblemTally;
  readonly #pool = new StringPool();
  /** The content of a CRS element; the same few thousand texts recur in every layer. */
  readonly #crsLists = new Map<string, readonly string[]>();
  readonly #layers: PartialLayer[] = [];
  readonly #open: OpenLayer[] = [];
  #count = 0;

  constructor(version: string | null, problems: ProblemTally) {
    this.#version = version;
    this.#problems = problems;
  }

  get count(): number {
    return this.#count;
  }

  open(element: XmlElement): void {
    this.#count++;
    const own: PartialLayer = {
      name: null,
      title: '',
      abstract: '',
      keywords: none,
      extent: null,
      crs: none,
      crsCount: 0,
      parent: this.#open.at(-1)?.index ?? null,
      queryable: readFlag(attribute(element, 'queryable')),
      styles: none,
      time: null,
      metadataUrls: none,
    };
    const index = this.#layers.length < maxLayers ? this.#layers.push(own) - 1 : null;
    this.#open.push(openLayer(own, index));
  }

  /** Text of one of `layerLeaves`, with white space collapsed. */
  leaf(element: XmlElement, text: string): void {
    const layer = this.#open.at(-1);
    if (layer === undefined) return;
    const bound = boundNames.indexOf(element.name);
    if (bound >= 0) layer.bounds[bound] = text;
    else if (element.name === 'Name') layer.own.name = text === '' ? null : this.#pool.copy(text);
    else if (element.name === 'Title') layer.own.title = this.#pool.copy(text);
    else if (element.name === 'Abstract') layer.own.abstract = this.#pool.copy(text);
    else if (element.name === 'Keyword') this.#addKeywords(layer, [text]);
    else if (element.name === 'Keywords') this.#addKeywords(layer, readKeywords(text));
    else if (element.name === 'SRS' || element.name === 'CRS') this.#addCrs(layer, text);
    else this.#addDimension(layer, element, text);
  }

  #addKeywords(layer: OpenLayer, words: readonly string[]): void {
    for (const word of words) if (word !== '') layer.keywords.push(this.#pool.shared(word));
  }

  #addCrs(layer: OpenLayer, text: string): void {
    let list = this.#crsLists.get(text);
    if (list === undefined) {
      list = readCrsList(text).map((crs) => this.#pool.shared(crs));
      if (this.#crsLists.size < maxCrsTexts) this.#crsLists.set(this.#pool.copy(text), list);
    }
    for (const crs of list) layer.crs.push(crs);
  }

  #addDimension(layer: OpenLayer, element: XmlElement, text: string): void {
    if (attribute(element, 'name')?.trim().toLowerCase() !== 'time' || text === '') return;
    const time = readTime(text);
    if (time.isOdd) {
      this.#problems.add('wms.time-odd', 'A time dimension has invalid dates, times or intervals.', text);
    }
    layer.own.time = this.#pool.copy(time.text);
  }

  /** LatLonBoundingBox (WMS 1.1.1, 7.1.4.5.6) or BoundingBox. */
  box(element: XmlElement): void {
    const layer = this.#open.at(-1);
    if (layer === undefined) return;
    // Boxes in other systems only matter if there is none in degrees, which comes first.
    if (element.name === 'BoundingBox' && geographicReading(layer)?.extent != null) return;
    const [minX, minY, maxX, maxY] = ['minx', 'miny', 'maxx', 'maxy'].map((name) => attribute(element, name));
    const raw: RawExtent = [minX ?? null, minY ?? null, maxX ?? null, maxY ?? null];
    if (element.name === 'LatLonBoundingBox') layer.latLonBox = readExtent(raw);
    else this.#readBox(layer, element, raw);
  }

  #readBox(layer: OpenLayer, element: XmlElement, raw: RawExtent): void {
    const crs = readCrs(attribute(element, 'CRS') ?? attribute(element, 'SRS') ?? '');
    if (crs === null) return;
    const [minX, minY, maxX, maxY] = raw;
    if (isWebMercator(crs)) layer.otherBox = betterBox(layer.otherBox, readMercatorExtent(raw));
    else if (isGeographic(crs)) {
      const isSwapped = hasLatitudeFirst(crs, this.#version);
      layer.otherBox = betterBox(layer.otherBox, readExtent(isSwapped ? [minY, minX, maxY, maxX] : raw));
    } else if (layer.projected.length < maxProjected) layer.projected.push({ crs, corners: raw });
  }

  style(name: string): void {
    if (name !== '') this.#open.at(-1)?.styles.push(this.#pool.shared(name));
  }

  metadataUrl(url: string): void {
    this.#open.at(-1)?.metadataUrls.push(this.#pool.copy(url));
  }

  /** Title or name of the current layer, for problem reports. */
  currentLabel(): string {
    const own = this.#open.at(-1)?.own;
    return own === undefined ? '' : own.title || (own.name ?? '');
  }

  close(): void {
    const layer = this.#open.pop();
    if (layer !== undefined) this.#settle(layer);
  }

  #settle(layer: OpenLayer): void {
    const { own } = layer;
    own.extent = this.#extent(layer);
    own.crs = this.#pool.list(layer.crs);
    own.styles = this.#pool.list(layer.styles);
    own.keywords = this.#pool.list(layer.keywords);
    own.metadataUrls = this.#pool.list(layer.metadataUrls);
  }

  #extent(layer: OpenLayer): Extent | null {
    for (const reading of this.#readings(layer)) {
      if (reading?.problem != null) {
        this.#problems.add(reading.problem, extentMessages[reading.problem], layer.own.name ?? layer.own.title);
      }
      if (reading?.extent != null) return reading.extent;
    }
    return null;
  }

  /** In degrees, in systems that need no conversion, then in others; each only if the previous isn't usable. */
  *#readings(layer: OpenLayer): Generator<ExtentReading | null> {
    yield geographicReading(layer);
    yield layer.otherBox;
    yield readProjectedBoxes(layer.projected, this.#version);
  }

  /** All layers in document order with inherited properties. Layers cut off before their name or title are omitted. */
  finish(): readonly Layer[] {
    const innermost = this.#open.at(-1);
    const isFragment = innermost !== undefined && innermost.own.name === null && innermost.own.title === '';
    while (this.#open.length > 0) this.close();
    if (isFragment && innermost.index === this.#layers.length - 1) {
      this.#layers.pop();
      this.#count--;
    }
    return inherit(this.#layers);
  }
}

/** EX_GeographicBoundingBox when its bounds are complete, or LatLonBoundingBox. */
function geographicReading(layer: OpenLayer): ExtentReading | null {
  if (layer.latLonBox === null && layer.bounds.some((bound) => bound !== null)) {
    layer.latLonBox = readExtent(layer.bounds);
  }
  return layer.latLonBox;
}

function openLayer(own: PartialLayer, index: number | null): OpenLayer {
  return {
    own,
    index,
    bounds: [null, null, null, null],
    keywords: [],
    crs: [],
    styles: [],
    metadataUrls: [],
    latLonBox: null,
    otherBox: null,
    projected: [],
  };
}

function betterBox(before: ExtentReading | null, now: ExtentReading | null): ExtentReading | null {
  if (before?.extent != null && (before.problem === null || now?.problem !== null)) return before;
  return now ?? before;
}

/** "1" in the standard, "true" in practice (OWSLib #993); null if missing. */
function readFlag(value: string | null): boolean | null {
  if (value === null || value.trim() === '') return null;
  return value.trim() !== '0' && value.trim().toLowerCase() !== 'false';
}

/** WMS 1.0.0 has one element with all keywords, separated by commas or spaces. */
export function readKeywords(text: string): readonly string[] {
  return text.split(text.includes(',') ? ',' : ' ').map((word) => word.trim());
}
