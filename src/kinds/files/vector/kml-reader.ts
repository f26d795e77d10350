// Reads KML of any version in one pass: containers, overlays and network links as layers, everything else as counts.
import { memoize } from '../../../base/memoize.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { foldSpace } from '../../../base/text/text.ts';
import { readXml, type XmlElement, type XmlSource } from '../../../base/xml/xml.ts';
import type { Problem } from '../../../model/problem.ts';
import { Bounds, type Box, readTuples } from '../../geometry/bounds.ts';

export interface KmlLayer {
  /** 'Document', 'Folder', 'GroundOverlay' or 'NetworkLink'. */
  readonly element: string;
  readonly parent: number | null;
  name: string;
  description: string;
  /** Placemarks directly in it. */
  placemarks: number;
  readonly bounds: Bounds;
  readonly geometries: Set<string>;
  /** URL of a network link or of an overlay's image. */
  href: string;
  /** Loaded only when its region comes into view: a tile of a superoverlay. */
  isRegionBound: boolean;
  /** The region's box, used if nothing in the file has coordinates. */
  region: Box | null;
}

export interface KmlReading {
  /** Name and description of the first feature. */
  readonly name: string;
  readonly description: string;
  readonly layers: readonly KmlLayer[];
  readonly layerCount: number;
  readonly box: Box | null;
  readonly placemarks: number;
  readonly networkLinks: number;
  readonly groundOverlays: number;
  readonly geometries: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

const layerElements = new Set(['Document', 'Folder', 'GroundOverlay', 'NetworkLink']);
const features = new Set([...layerElements, 'Placemark', 'PhotoOverlay', 'ScreenOverlay', 'Tour']);
const geometries = new Set(['Point', 'LineString', 'LinearRing', 'Polygon', 'Model', 'Track', 'MultiTrack']);
const texts = new Set([
  ...['name', 'description', 'href', 'coordinates', 'coord', 'north', 'south', 'east', 'west', 'viewRefreshMode'],
]);

const maxLayers = 100_000;
/** Coordinates of one geometry. */
const maxTextChars = 8_000_000;

interface Frame {
  readonly element: string;
  /** Index of the innermost layer, itself included. */
  readonly layer: number | null;
}

class KmlHandler {
  readonly layers: KmlLayer[] = [];
  layerCount = 0;
  name = '';
  description = '';
  placemarks = 0;
  networkLinks = 0;
  groundOverlays = 0;
  readonly geometries = new Set<string>();
  readonly bounds = new Bounds();
  readonly #path: string[] = [];
  readonly #features: Frame[] = [];
  #text: string | null = null;
  #textDepth = 0;
  #box: Record<string, number> = {};
  #featureCount = 0;

  open({ name }: XmlElement): void {
    this.#path.push(name);
    // Unescaped HTML inside a description.
    if (this.#text !== null && !features.has(name) && !texts.has(name)) return;
    if (features.has(name)) this.#openFeature(name);
    else if (geometries.has(name)) this.#addGeometry(name);
    else if (name === 'Region') this.#markRegion();
    else if (name === 'LatLonBox' || name === 'LatLonAltBox') this.#box = {};
    this.#text = texts.has(name) ? '' : null;
    this.#textDepth = this.#path.length;
  }

  text(piece: string): void {
    if (this.#text !== null && this.#text.length < maxTextChars) this.#text += piece;
  }

  close(name: string): void {
    if (this.#text !== null && this.#path.length === this.#textDepth) {
      this.#addText(name, this.#text);
      this.#text = null;
    }
    this.#path.pop();
    if (features.has(name)) this.#closeFeature();
    if (name === 'LatLonBox') this.#addBox();
    else if (name === 'LatLonAltBox') this.#addRegion();
  }

  #openFeature(element: string): void {
    const parent = this.#features.at(-1)?.layer ?? null;
    this.#featureCount++;
    if (element === 'Placemark') {
      this.placemarks++;
      const container = this.#layer();
      if (container !== null) container.placemarks++;
    } else if (element === 'NetworkLink') this.networkLinks++;
    else if (element === 'GroundOverlay') this.groundOverlays++;
    const isLayer = layerElements.has(element);
    if (isLayer) this.layerCount++;
    if (isLayer && this.layers.length < maxLayers) {
      this.layers.push({ ...emptyKmlLayer, element, parent, bounds: new Bounds(), geometries: new Set() });
      this.#features.push({ element, layer: this.layers.length - 1 });
    } else this.#features.push({ element, layer: parent });
  }

  /** A container's extent is that of its contents. */
  #closeFeature(): void {
    const closed = this.#features.pop();
    if (closed === undefined || closed.layer === null || !layerElements.has(closed.element)) return;
    const layer = this.layers[closed.layer];
    const box = layer?.bounds.box() ?? null;
    const around = layer?.parent == null ? undefined : this.layers[layer.parent];
    if (box === null) return;
    around?.bounds.add(box[0], box[1]);
    around?.bounds.add(box[2], box[3]);
  }

  #layer(): KmlLayer | null {
    const index = this.#features.at(-1)?.layer ?? null;
    return index === null ? null : (this.layers[index] ?? null);
  }

  #addGeometry(name: string): void {
    if (!this.#isInPlacemark()) return;
    this.geometries.add(name);
    this.#layer()?.geometries.add(name);
  }

  #isInPlacemark(): boolean {
    const element = this.#features.at(-1)?.element;
    return element === 'Placemark' || element === 'PhotoOverlay' || element === undefined;
  }

  #markRegion(): void {
    const layer = this.#layer();
    if (layer !== null && this.#path.at(-2) === layer.element) layer.isRegionBound = true;
  }

  #addText(name: string, raw: string): void {
    const parent = this.#path.at(-2) ?? '';
    if (name === 'coordinates' || name === 'coord') this.#addCoordinates(raw, name === 'coord');
    else if (parent === 'LatLonBox' || parent === 'LatLonAltBox') this.#box[name] = Number(raw.trim() || Number.NaN);
    else if (name === 'href') this.#addHref(parent, raw);
    else if (features.has(parent)) this.#addWords(name, copyString(foldSpace(raw)));
  }

  #addWords(name: string, text: string): void {
    const layer = this.#layer();
    const isLayersOwn = layer !== null && this.#features.at(-1)?.element === layer.element;
    const isFirst = this.#featureCount === 1;
    if (name === 'name') {
      if (isLayersOwn && layer.name === '') layer.name = text;
      if (isFirst && this.name === '') this.name = text;
    } else if (name === 'description') {
      if (isLayersOwn && layer.description === '') layer.description = text;
      if (isFirst && this.description === '') this.description = text;
    }
  }

  /** Link and, before KML 2.1, Url; Icon for overlays. */
  #addHref(parent: string, raw: string): void {
    const layer = this.#layer();
    const linkElements = layer?.element === 'NetworkLink' ? /^(?:Link|Url)$/ : /^(?:Icon|Link)$/;
    if (
      layer !== null &&
      linkElements.test(parent) &&
      this.#features.at(-1)?.element === layer.element &&
      layer.href === ''
    )
      layer.href = copyString(raw.trim());
  }

  #addCoordinates(raw: string, isTrack: boolean): void {
    const layer = this.#layer();
    for (const [x, y] of readTuples(raw, isTrack)) {
      this.bounds.add(x, y);
      layer?.bounds.add(x, y);
    }
  }

  /** A region across the antimeridian has no box with west before east and is skipped. */
  #addRegion(): void {
    const { north, south, east, west } = this.#box;
    const layer = this.#layer();
    if (layer === null || this.#features.at(-1)?.element !== layer.element) return;
    const box = [west, south, east, north].map((side) => side ?? Number.NaN) as [number, number, number, number];
    if (box.every(Number.isFinite) && box[0] <= box[2]) layer.region = box;
  }

  /** Files with only network links have no coordinates; their regions give the extent. */
  useRegions(): void {
    if (this.bounds.box() !== null) return;
    for (const { element, region, bounds, parent } of this.layers) {
      if (region === null || element !== 'NetworkLink') continue;
      const around: Bounds[] = [this.bounds, bounds];
      for (let at = parent; at !== null; at = this.layers[at]?.parent ?? null) around.push(this.layers[at]!.bounds);
      for (const one of around) {
        one.add(region[0], region[1]);
        one.add(region[2], region[3]);
      }
    }
  }

  #addBox(): void {
    const { north, south, east, west } = this.#box;
    if (this.#features.at(-1)?.element !== 'GroundOverlay') return;
    for (const bounds of [this.bounds, this.#layer()?.bounds]) {
      bounds?.add(west ?? Number.NaN, south ?? Number.NaN);
      bounds?.add(east ?? Number.NaN, north ?? Number.NaN);
    }
  }
}

const emptyKmlLayer = {
  element: '',
  parent: null,
  name: '',
  description: '',
  placemarks: 0,
  href: '',
  isRegionBound: false,
  region: null,
};

export const readKml = memoize((source: XmlSource): KmlReading => {
  const handler = new KmlHandler();
  const problems = readXml(source, handler);
  handler.useRegions();
  const { layers, layerCount, name, description, placemarks, networkLinks, groundOverlays } = handler;
  const counts = { layers, layerCount, name, description, placemarks, networkLinks, groundOverlays };
  return { ...counts, geometries: handler.geometries, box: handler.bounds.box(), problems };
});
