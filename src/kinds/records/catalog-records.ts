// The records of a catalog, collected while its document is read: bounded, counted, each link once.
import { copyString } from '../../base/text/copy-string.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { CatalogRecord } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import type { FoundBy, Link } from '../../model/link.ts';
import type { Problem } from '../../model/problem.ts';
import type { Description, Layer } from '../../model/resource.ts';
import { resourceLink } from '../address/resource-links.ts';
import { extentOfLayers } from '../geometry/bounds.ts';

/** Records stored; further ones are only counted. */
const maxRecords = 100_000;
/** URLs passed to the crawl per document. */
const maxLinks = 1000;
/** An abstract is for reading, not a copy of the record. */
const maxAbstractLength = 4000;
const maxTermsLength = 1000;
const maxKeywords = 100;
const maxMetadataUrls = 5;

/** URL fields also contain "n/a", "see above" and names: a relative reference must look like a path or a file. */
function isReference(text: string): boolean {
  if (/^https?:\/\//i.test(text)) return true;
  return (
    !/\s/.test(text) &&
    /^(?:\.{0,2}\/|[?#])|^[\w%~.,()+-]{1,200}(?:\/[\w%~.,()+-]{1,200}){0,20}\.[a-z][a-z0-9]{1,6}(?:[?#]|$)/i.test(text)
  );
}

export class RecordList {
  readonly layers: Layer[] = [];
  readonly problems = new ProblemTally();
  readonly #base: string;
  readonly #links = new Map<string, Link>();
  readonly #terms = new Set<string>();
  #count = 0;

  /** Relative references are resolved against `base`. */
  constructor(base: string) {
    this.#base = base;
  }

  /** All records, including those not stored. */
  get count(): number {
    return this.#count;
  }

  /** The index of the record, or null beyond the limit. `terms` is its license text, '' for none. */
  add(layer: Partial<Layer>, terms = ''): number | null {
    this.#count++;
    // Two are enough to know that not all are the same.
    if (this.#terms.size < 2) this.#terms.add(terms.slice(0, maxTermsLength));
    if (this.layers.length >= maxRecords) return null;
    this.layers.push({
      ...emptyLayer,
      ...layer,
      name: layer.name == null || layer.name === '' ? null : copyString(layer.name),
      title: copyString(layer.title ?? ''),
      abstract: copyString((layer.abstract ?? '').slice(0, maxAbstractLength)),
      keywords: [...new Set(layer.keywords ?? [])].slice(0, maxKeywords),
      metadataUrls: (layer.metadataUrls ?? []).slice(0, maxMetadataUrls),
    });
    return this.layers.length - 1;
  }

  /** The absolute form of a reference; null if it isn't a web URL. */
  absolute(reference: string): string | null {
    const text = reference.trim();
    if (/^www\.[\w.-]{3,200}(?:\/|$)/i.test(text)) return webUrl(`http://${text}`);
    return text === '' ? null : webUrl(text, this.#base);
  }

  /** Passes a URL to the crawl and returns its absolute form, or null if it isn't a web URL. */
  link(reference: string, label = '', foundBy: FoundBy = 'catalog'): string | null {
    const url = isReference(reference.trim()) ? this.absolute(reference) : null;
    if (url === null) return null;
    if (!this.#links.has(url) && this.#links.size < maxLinks) {
      this.#links.set(url, resourceLink(copyString(url), foundBy, copyString(label)));
    }
    return url;
  }

  get links(): readonly Link[] {
    return [...this.#links.values()];
  }

  /** The first record's license text, '' for none. */
  get firstTerms(): string {
    return [...this.#terms][0] ?? '';
  }

  /** The license text all records share; null if they differ or have none. */
  #commonTerms(): string | null {
    const [only = ''] = this.#terms;
    return this.#terms.size === 1 && only !== '' ? copyString(only) : null;
  }

  extent(): Extent | null {
    return extentOfLayers(this.layers);
  }

  /** The description of the catalog; what `parts` omits is derived from the records. */
  describe(document: Document, parts: Partial<Description>, problems: readonly Problem[] = []): Description {
    if (this.#count > maxRecords) {
      this.problems.add('catalog.too-many-records', `Only ${maxRecords} of ${this.#count} records were stored.`);
    }
    const isAll = (parts.layerCount ?? 0) <= this.#count;
    const fromParts = document.parts.flatMap((part) => part.problems);
    return {
      ...emptyDescription,
      accessConstraints: isAll ? this.#commonTerms() : null,
      extent: this.extent(),
      layers: this.layers,
      layerCount: this.#count,
      links: this.links,
      ...parts,
      problems: [...document.problems, ...fromParts, ...problems, ...this.problems.list()],
    };
  }
}

/** What a reader knows of a record besides its layers and links. */
export type ParsedRecord = Pick<CatalogRecord, 'provider' | 'terms' | 'language'>;

interface RecordFacts {
  /** Relative references are resolved against it. */
  readonly base: string;
  readonly id: string;
  readonly modified: string;
}

/** Null if the reader adds nothing: the record is private, deleted, or invalid. */
export function listedRecord(
  facts: RecordFacts,
  // biome-ignore lint/suspicious/noConfusingVoidType: readers without further details return nothing
  read: (records: RecordList) => ParsedRecord | void,
): CatalogRecord | null {
  const records = new RecordList(facts.base);
  const details = read(records) ?? {};
  const [layer] = records.layers;
  if (layer === undefined) return null;
  const { title, abstract, extent, keywords, time } = layer;
  const links = records.links.map(({ url, anchor }) => ({ url, label: anchor }));
  return {
    id: facts.id || (layer.name ?? ''),
    title,
    abstract,
    extent,
    modified: facts.modified,
    links,
    keywords,
    time,
    terms: records.firstTerms,
    ...details,
  };
}
