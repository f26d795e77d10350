// A document made for one edge case, read by whatever kind of the registry claims it.
import { type DocumentInit, makeDocument } from '../../src/base/document/document.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Document } from '../../src/model/document.ts';
import type { ProbeRequest } from '../../src/model/kind.ts';
import type { Description, Discovery, Identity, Layer, Resource } from '../../src/model/resource.ts';

export interface Reading {
  readonly identity: Identity;
  readonly description: Description;
  readonly layers: readonly Layer[];
  /** Codes of its problems, each once. */
  readonly codes: readonly string[];
  readonly links: readonly string[];
}

export function documentOf(content: string | Uint8Array | object, init: string | Partial<DocumentInit>): Document {
  const isText = typeof content === 'string';
  const bytes = isText || content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(JSON.stringify(content));
  return makeDocument({
    url: 'http://found.example.net/',
    bytes,
    ...(typeof init === 'string' ? { url: init } : init),
  });
}

/** Everything the document holds, the claims of all kinds decided by the registry's order. */
export function findIn(content: string | Uint8Array | object, init: string | Partial<DocumentInit>): Discovery[] {
  return [...identify(documentOf(content, init), kinds)];
}

/** The first resource the document holds; throws where it holds none. */
export function read(content: string | Uint8Array | object, init: string | Partial<DocumentInit>): Reading {
  const [discovery] = findIn(content, init);
  if (discovery === undefined) throw new Error('no kind claims the document');
  const { identity, description } = discovery;
  return {
    identity,
    description,
    layers: description.layers,
    codes: [...new Set(description.problems.map(({ code }) => code))],
    links: description.links.map(({ url }) => url),
  };
}

/** Ids of the kinds found, in order. */
export function kindsIn(content: string | Uint8Array | object, init: string | Partial<DocumentInit>): string[] {
  return findIn(content, init).map(({ identity }) => identity.kind);
}

/** What a health check would ask of it. */
export function checkOf({ identity, description }: Reading): readonly ProbeRequest[] {
  const kind = kinds.find(({ id }) => id === identity.kind);
  const rest = { id: 'x', url: identity.endpoint, firstSeenMs: 0, lastSeenMs: 0, provenance: null } as const;
  const resource: Resource = { ...description, ...identity, family: kind?.family ?? 'file', ...rest };
  return kind?.check?.(resource) ?? [];
}

/** An extent in whole degrees. */
export function rounded(extent: readonly number[] | null | undefined): readonly number[] | null {
  return extent?.map((value) => Math.round(value)) ?? null;
}
