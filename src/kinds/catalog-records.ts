// The records of a catalog, gathered while its document is read: bounded, counted, each link once.

import { unionExtents } from '../base/geo/extent.ts';
import { detach } from '../base/text/copy-string.ts';
import { webUrl } from '../base/url/web-url.ts';
import { emptyDescription, emptyLayer } from '../describe/empty-description.ts';
import { ProblemTally } from '../describe/problem-tally.ts';
import type { Document } from '../model/document.ts';
import type { Extent } from '../model/extent.ts';
import type { FoundBy, Link } from '../model/link.ts';
import type { Problem } from '../model/problem.ts';
import type { Description, Layer } from '../model/resource.ts';

/** Records kept; further ones are counted. */
const maxRecords = 100_000;
/** Addresses passed on to the crawl from one document. */
const maxLinks = 1000;
/** An abstract is for reading, not a copy of the record. */
const maxAbstractLength = 4000;
const maxTermsLength = 1000;
const maxKeywords = 100;
const maxMetadataUrls = 5;

/** Fields for addresses hold "n/a", "see above" and names as well: a relative reference must look like a path or a file. */
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

  /** Relative references stand against `base`. */
  constructor(base: string) {
    this.#base = base;
  }

  /** Every record met, also those that were not kept. */
  get count(): number {
    return this.#count;
  }

  /** The index of the record, or null beyond the cap. `terms` is what it says of its license, '' for nothing. */
  add(draft: Partial<Layer>, terms = ''): number | null {
    this.#count++;
    // Two are enough to know that not all are the same.
    if (this.#terms.size < 2) this.#terms.add(terms.slice(0, maxTermsLength));
    if (this.layers.length >= maxRecords) return null;
    this.layers.push({
      ...emptyLayer,
      ...draft,
      name: draft.name == null || draft.name === '' ? null : detach(draft.name),
      title: detach(draft.title ?? ''),
      abstract: detach((draft.abstract ?? '').slice(0, maxAbstractLength)),
      keywords: [...new Set(draft.keywords ?? [])].slice(0, maxKeywords),
      metadataUrls: (draft.metadataUrls ?? []).slice(0, maxMetadataUrls),
    });
    return this.layers.length - 1;
  }

  /** The absolute form of a reference; null for what is no web address. */
  absolute(reference: string): string | null {
    const text = reference.trim();
    if (/^www\.[\w.-]{3,200}(?:\/|$)/i.test(text)) return webUrl(`http://${text}`);
    return text === '' ? null : webUrl(text, this.#base);
  }

  /** Passes an address on to the crawl; the absolute form, or null for what is no web address. */
  link(reference: string, label = '', foundBy: FoundBy = 'catalog'): string | null {
    const url = isReference(reference.trim()) ? this.absolute(reference) : null;
    if (url === null) return null;
    if (!this.#links.has(url) && this.#links.size < maxLinks) {
      this.#links.set(url, { url: detach(url), foundBy, anchor: detach(label), window: '', nofollow: false });
    }
    return url;
  }

  get links(): readonly Link[] {
    return [...this.#links.values()];
  }

  /** What the first record says of its license, '' for nothing. */
  get firstTerms(): string {
    return [...this.#terms][0] ?? '';
  }

  /** What every record says of its license; null where they differ or are silent. */
  #commonTerms(): string | null {
    const [only = ''] = this.#terms;
    return this.#terms.size === 1 && only !== '' ? detach(only) : null;
  }

  extent(): Extent | null {
    return unionExtents(this.layers.map(({ extent }) => extent).filter((extent) => extent !== null));
  }

  /** The description of the catalog; what `parts` leaves open follows from the records. */
  describe(document: Document, parts: Partial<Description>, problems: readonly Problem[] = []): Description {
    if (this.#count > maxRecords) {
      this.problems.add('catalog.too-many-records', `Of ${this.#count} records only ${maxRecords} were kept.`);
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
