// Runs one kind on a fixture or text and returns its identity and description.
import { readFileSync } from 'node:fs';
import { makeDocument } from '../src/base/document/document.ts';
import type { Document } from '../src/model/document.ts';
import type { ResourceKind } from '../src/model/kind.ts';
import type { Description, Identity } from '../src/model/resource.ts';

export interface KindReading {
  readonly identity: Identity | undefined;
  readonly description: Description;
  readonly links: readonly string[];
  readonly codes: readonly string[];
}

export function fixtureDocument(kind: string, name: string, url: string): Document {
  return makeDocument({ url, bytes: readFileSync(new URL(`../fixtures/${kind}/${name}`, import.meta.url)) });
}

export function textDocument(text: string, url: string, headers: Record<string, string> = {}): Document {
  return makeDocument({ url, headers, bytes: Buffer.from(text) });
}

/** The document with further parts, as the identification cascade passes it on. */
export function withParts(document: Document, ...parts: readonly Document[]): Document {
  return makeDocument({ ...document, parts });
}

export function readKind(kind: ResourceKind, document: Document): KindReading {
  const [identity] = kind.identify(document);
  if (identity === undefined) throw new Error(`${kind.id} does not claim ${document.url}`);
  const description = kind.describe(document, identity);
  return {
    identity,
    description,
    links: description.links.map(({ url }) => url),
    codes: description.problems.map(({ code }) => code),
  };
}

export function claims(kind: ResourceKind, document: Document): boolean {
  return kind.forms.includes(document.form) && kind.identify(document).length > 0;
}
