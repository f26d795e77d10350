// The contract of a resource kind: one pure object per kind, no network, clock, log or shared state.
import type { Document, DocumentForm } from './document.ts';
import type { Link } from './link.ts';
import type { Description, Family, Identity, Layer, Resource } from './resource.ts';

/** A request that would prove or describe a resource. */
export interface ProbeRequest {
  readonly url: string;
  /** Accept header, if the default doesn't suit. */
  readonly accept?: string;
  /** Further headers, such as an API key; sent to the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** First and last byte. */
  readonly range?: readonly [first: number, last: number];
  /** Sent by POST; otherwise GET. */
  readonly body?: RequestBody;
}

/** A request of the scored operation, and what a valid response to it is. */
export interface CheckRequest extends ProbeRequest {
  /** Name in the standard ('GetMap'); by default the request's own. */
  readonly operation?: string;
  /** Name of the requested layer, feature type … */
  readonly dataset?: string;
  /** Default: a document of one of the kind's forms that isn't an error. */
  readonly expects?: Expected;
  /**
   * Follow-up requests that depend on a valid response to this one; they are scored instead. Empty: this one is scored.
   */
  readonly next?: (document: Document) => readonly CheckRequest[];
}

/**
 * `picture`: an image that is neither blank nor an error message. `tile`: an image or a vector tile. `features`: at
 * least one. `records`: a list, which may be empty. `bytes`: the start of a file. `document`: one that isn't an error.
 */
export type Expected = 'picture' | 'tile' | 'features' | 'records' | 'bytes' | 'document';

export interface RequestBody {
  /** Media type, for Content-Type. */
  readonly type: string;
  readonly text: string;
}

export interface ResourceKind {
  /** 'wms': also the database value, CLI name and URL facet. */
  readonly id: string;
  readonly title: string;
  readonly family: Family;
  readonly specification: string;
  /** 1: complete and tested against real documents or servers. 2: suspect, identify, title, extent, links. */
  readonly tier: 1 | 2;
  /** Formats of its documents; others aren't passed to it. */
  readonly forms: readonly DocumentForm[];
  /** The standard's name for its layers: 'layer', 'feature type', 'coverage', 'process', 'collection' … */
  readonly dataset: string;
  /** 0..1 from the link's text alone; used by the frontier. */
  suspect(link: Link): number;
  /** Requests that would prove it, cheapest and most specific first. */
  probe(url: string): readonly ProbeRequest[];
  /** Empty if it isn't this kind, never an error. One document may hold several resources. */
  identify(document: Document): readonly Identity[];
  describe(document: Document, identity: Identity): Description;
  /**
   * The next part needed for the description: a range of the same file, or a sub-document. Null if complete. Parts
   * arrive in `document.parts`.
   */
  more?(document: Document, identity: Identity): ProbeRequest | null;
  /**
   * The scored operation for health checks, followed by alternatives. `turn` counts the rounds: datasets and boxes
   * rotate with it, so that each is covered and caches don't respond.
   */
  check?(resource: Resource, turn?: number): readonly CheckRequest[];
  /** Module a plugin kind was loaded from; built-in kinds have none. */
  readonly from?: string;
}

/** A description as written by a plugin; missing members are filled in. */
export interface PartialDescription extends Partial<Omit<Description, 'layers' | 'links' | 'problems'>> {
  readonly layers?: readonly Partial<Layer>[];
  readonly links?: readonly (Pick<Link, 'url'> & Partial<Link>)[];
  /** Plugins may use codes of their own: `<kind id>.<what is odd>`. */
  readonly problems?: readonly { readonly code: string; readonly message: string }[];
}

/** A kind provided by a module or program. */
export interface PluginKind extends Omit<ResourceKind, 'describe' | 'from'> {
  describe(document: Document, identity: Identity): PartialDescription;
}
