// One fixture read by one kind, for the tests of kinds.
import { readFileSync } from 'node:fs';
import { type DocumentInit, makeDocument } from '../src/base/document/document.ts';
import type { Document } from '../src/model/document.ts';
import type { ResourceKind } from '../src/model/kind.ts';
import type { Description, Identity } from '../src/model/resource.ts';

export interface KindReading {
  readonly identity: Identity | undefined;
  readonly description: Description;
  /** Codes of its problems, sorted, each once. */
  readonly problems: readonly string[];
}

export function fixtureDocument(path: string, init: Partial<DocumentInit> = {}): Document {
  const bytes = readFileSync(new URL(`../fixtures/${path}`, import.meta.url));
  return makeDocument({ url: `http://files.example.org/${path}`, bytes, ...init });
}

/** Throws when the kind does not claim the document. */
export function readDocument(kind: ResourceKind, document: Document): KindReading {
  const [identity] = kind.identify(document);
  if (identity === undefined) throw new Error(`${document.url} is not identified as ${kind.id}`);
  const description = kind.describe(document, identity);
  const problems = [...new Set(description.problems.map(({ code }) => code))].sort();
  return { identity, description, problems };
}

export function readFixture(kind: ResourceKind, path: string, init: Partial<DocumentInit> = {}): KindReading {
  return readDocument(kind, fixtureDocument(path, init));
}

/** An extent with four decimals. */
export function rounded(extent: readonly number[] | null | undefined): readonly number[] | null {
  return extent?.map((value) => Math.round(value * 1e4) / 1e4) ?? null;
}

/** A link with nothing but an address. */
export function linkTo(url: string, anchor = ''): Parameters<ResourceKind['suspect']>[0] {
  return { url, foundBy: 'link', anchor, window: '', nofollow: false };
}
