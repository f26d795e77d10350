// The datasets of an OGC service, collected while its document streams by: bounded, counted, with repeated strings shared.
import { readCrs } from '../../../base/geo/crs.ts';
import { StringPool } from '../../../base/text/string-pool.ts';
import { emptyLayer } from '../../../describe/empty-description.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Layer } from '../../../model/resource.ts';
import { extentOfLayers } from '../../geometry/bounds.ts';

/** Datasets stored; further ones are only counted. */
export const maxDatasets = 100_000;
/** Coordinate systems stored per dataset; `crsCount` counts all. */
const maxCrs = 100;
/** Cached lists of coordinate systems as written, and their maximum length. */
const maxSystemLists = 500;
const maxKeyChars = 10_000;
const noSystems = { crs: [], crsCount: 0 };
/** URLs stored per document. */
const maxUrls = 1000;
const maxFormats = 200;

/** What was read of one dataset; other members are empty. */
export interface PartialDataset extends Partial<Omit<Layer, 'crs' | 'crsCount'>> {
  readonly name: string | null;
  /** As written; normalized here. */
  readonly crs?: readonly string[];
}

/** A URL in the document, and the dataset it belongs to. */
export interface NamedUrl {
  readonly url: string;
  readonly label: string;
}

export class Datasets {
  readonly layers: Layer[] = [];
  readonly urls: NamedUrl[] = [];
  readonly problems = new ProblemTally();
  readonly #formats = new Set<string>();
  readonly #pool = new StringPool();
  readonly #systemLists = new Map<string, Pick<Layer, 'crs' | 'crsCount'>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The index of the dataset, or null beyond the limit. */
  add(dataset: PartialDataset): number | null {
    this.#count++;
    const label = dataset.title || (dataset.name ?? '');
    for (const url of dataset.metadataUrls ?? []) this.addUrl(url, label);
    if (this.layers.length >= maxDatasets) return null;
    const { crs, crsCount } = this.#systems(dataset.crs ?? []);
    this.layers.push({
      ...emptyLayer,
      ...dataset,
      name: dataset.name === '' ? null : dataset.name,
      keywords: this.#pool.list(dataset.keywords ?? []),
      styles: this.#pool.list(dataset.styles ?? []),
      metadataUrls: this.#pool.list(dataset.metadataUrls ?? []),
      crs,
      crsCount,
    });
    return this.layers.length - 1;
  }

  /** For systems that come after the dataset in the document. */
  setCrs(index: number, written: readonly string[]): void {
    const layer = this.layers[index];
    if (layer !== undefined) this.layers[index] = { ...layer, ...this.#systems(written) };
  }

  /** For an extent that comes after the dataset in the document. */
  setExtent(index: number, extent: Extent | null): void {
    const layer = this.layers[index];
    if (layer !== undefined) this.layers[index] = { ...layer, extent };
  }

  /** For extents from another document, by name. */
  setExtents(extents: ReadonlyMap<string, Extent>): void {
    for (const [index, layer] of this.layers.entries()) {
      const extent = layer.extent ?? extents.get(layer.name ?? '') ?? null;
      if (extent !== layer.extent) this.layers[index] = { ...layer, extent };
    }
  }

  /** Most datasets of a document name the same systems in the same spelling. */
  #systems(written: readonly string[]): Pick<Layer, 'crs' | 'crsCount'> {
    if (written.length === 0) return noSystems;
    const key = written.join('\n');
    const known = this.#systemLists.get(key);
    if (known !== undefined) return known;
    const crs = new Set(written.map(readCrs).filter((one) => one !== null));
    const systems = { crs: this.#pool.list([...crs].slice(0, maxCrs)), crsCount: crs.size };
    if (this.#systemLists.size < maxSystemLists && key.length < maxKeyChars) this.#systemLists.set(key, systems);
    return systems;
  }

  addUrl(url: string, label: string): void {
    if (url !== '' && this.urls.length < maxUrls) this.urls.push({ url, label });
  }

  addFormats(formats: readonly string[]): void {
    for (const format of formats) if (format !== '' && this.#formats.size < maxFormats) this.#formats.add(format);
  }

  get formats(): readonly string[] {
    return [...this.#formats];
  }

  extent(): Extent | null {
    return extentOfLayers(this.layers);
  }
}
