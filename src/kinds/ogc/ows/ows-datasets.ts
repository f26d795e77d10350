// The datasets of an OGC service, gathered while its document streams by: bounded, counted, with strings that repeat shared.
import { readCrs } from '../../../base/geo/crs.ts';
import { unionExtents } from '../../../base/geo/extent.ts';
import { StringPool } from '../../../base/text/string-pool.ts';
import { emptyLayer } from '../../../describe/empty-description.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Layer } from '../../../model/resource.ts';

/** Datasets kept; further ones are counted. */
export const maxDatasets = 100_000;
/** Coordinate systems kept of one dataset; `crsCount` counts all. */
const maxCrs = 100;
/** Lists of coordinate systems remembered as they are written, and how long one may be. */
const maxSystemLists = 500;
const maxKeyChars = 10_000;
const noSystems = { crs: [], crsCount: 0 };
/** Addresses kept of one document. */
const maxUrls = 1000;

/** What a reader found of one dataset; the rest is empty. */
export interface DatasetDraft extends Partial<Omit<Layer, 'crs' | 'crsCount'>> {
  readonly name: string | null;
  /** As written; spelled alike here. */
  readonly crs?: readonly string[];
}

/** A URL the document names, and the dataset it stands with. */
export interface NamedUrl {
  readonly url: string;
  readonly label: string;
}

export class Datasets {
  readonly layers: Layer[] = [];
  readonly urls: NamedUrl[] = [];
  readonly problems = new ProblemTally();
  readonly #pool = new StringPool();
  readonly #systemLists = new Map<string, Pick<Layer, 'crs' | 'crsCount'>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The index of the dataset, or null beyond the cap. */
  add(draft: DatasetDraft): number | null {
    this.#count++;
    const label = draft.title || (draft.name ?? '');
    for (const url of draft.metadataUrls ?? []) this.addUrl(url, label);
    if (this.layers.length >= maxDatasets) return null;
    const { crs, crsCount } = this.#systems(draft.crs ?? []);
    this.layers.push({
      ...emptyLayer,
      ...draft,
      name: draft.name === '' ? null : draft.name,
      keywords: this.#pool.list(draft.keywords ?? []),
      styles: this.#pool.list(draft.styles ?? []),
      metadataUrls: this.#pool.list(draft.metadataUrls ?? []),
      crs,
      crsCount,
    });
    return this.layers.length - 1;
  }

  /** For systems that are told after the dataset. */
  setCrs(index: number, written: readonly string[]): void {
    const layer = this.layers[index];
    if (layer !== undefined) this.layers[index] = { ...layer, ...this.#systems(written) };
  }

  /** For an extent that is told after the dataset. */
  setExtent(index: number, extent: Extent | null): void {
    const layer = this.layers[index];
    if (layer !== undefined) this.layers[index] = { ...layer, extent };
  }

  /** For extents that another document tells, by name. */
  setExtents(extents: ReadonlyMap<string, Extent>): void {
    for (const [index, layer] of this.layers.entries()) {
      const extent = layer.extent ?? extents.get(layer.name ?? '') ?? null;
      if (extent !== layer.extent) this.layers[index] = { ...layer, extent };
    }
  }

  /** Most datasets of a document name the same systems, in the same words. */
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

  extent(): Extent | null {
    return unionExtents(this.layers.map(({ extent }) => extent).filter((extent) => extent !== null));
  }
}
