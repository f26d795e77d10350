// The contract of a resource kind: one pure object per kind, no network, clock, log or shared state.
import type { Document, DocumentForm } from './document.ts';
import type { Link } from './link.ts';
import type { Description, Family, Identity, Layer, Resource } from './resource.ts';

/** A request that would prove or describe a resource. */
export interface ProbeRequest {
  readonly url: string;
  /** Accept header where the default will not do. */
  readonly accept?: string;
  /** Further headers, such as the key of an API; they go to the origin of `url` alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** First and last byte wanted. */
  readonly range?: readonly [first: number, last: number];
  /** Sent by POST; without it the request is a GET. */
  readonly body?: RequestBody;
}

/** A request of the scored operation, and what a good answer to it is. */
export interface CheckRequest extends ProbeRequest {
  /** As the standard calls it ('GetMap'); the request's own words where not given. */
  readonly operation?: string;
  /** Name of the layer, feature type … it asks for. */
  readonly dataset?: string;
  /** Not given: a document of one of the kind's forms that is no error. */
  readonly expects?: Expected;
  /** What to ask for then, where only a good answer to this tells; the round is scored by that. Empty: by this. */
  readonly next?: (document: Document) => readonly CheckRequest[];
}

/**
 * `picture`: one that is neither blank nor an error drawn as one. `tile`: a picture or a vector tile. `features`: at least
 * one. `records`: a list of them, which may be empty. `bytes`: the beginning of a file. `document`: one that is no error.
 */
export type Expected = 'picture' | 'tile' | 'features' | 'records' | 'bytes' | 'document';

export interface RequestBody {
  /** Media type, for Content-Type. */
  readonly type: string;
  readonly text: string;
}

export interface ResourceKind {
  /** 'wms' = file name = database value = URL facet. */
  readonly id: string;
  readonly title: string;
  readonly family: Family;
  readonly specification: string;
  /** 1: complete and tested against real documents or servers. 2: suspect, identify, title, extent, links. */
  readonly tier: 1 | 2;
  /** Forms its documents come in; a document of another form is not shown to it. */
  readonly forms: readonly DocumentForm[];
  /** What its layers are called in the standard: 'layer', 'feature type', 'coverage', 'process', 'collection' … */
  readonly dataset: string;
  /** 0..1 from the link's text alone; feeds the frontier. */
  suspect(link: Link): number;
  /** Requests that would prove it, cheapest and most telling first. */
  probe(url: string): readonly ProbeRequest[];
  /** Empty = not ours, never an error. One document may hold several resources. */
  identify(document: Document): readonly Identity[];
  describe(document: Document, identity: Identity): Description;
  /**
   * The next part needed to describe it: a range of the same file, or a sub-document. Null when what is there will do.
   * Parts asked for arrive in `document.parts`.
   */
  more?(document: Document, identity: Identity): ProbeRequest | null;
  /**
   * The scored operation for health checks, other ways to ask for it after the first. `turn` counts the rounds: datasets
   * and boxes change with it, so that every one has its turn and caches do not answer.
   */
  check?(resource: Resource, turn?: number): readonly CheckRequest[];
  /** Where a kind from outside came from; built-in kinds have none. */
  readonly from?: string;
}

/** A description as far as somebody wrote it; what is missing is filled in. */
export interface PartialDescription extends Partial<Omit<Description, 'layers' | 'links' | 'problems'>> {
  readonly layers?: readonly Partial<Layer>[];
  readonly links?: readonly (Pick<Link, 'url'> & Partial<Link>)[];
  /** Codes of its own are welcome here: `<kind id>.<what is odd>`. */
  readonly problems?: readonly { readonly code: string; readonly message: string }[];
}

/** A kind that a module or a program brings along. */
export interface OutsideKind extends Omit<ResourceKind, 'describe' | 'from'> {
  describe(document: Document, identity: Identity): PartialDescription;
}
