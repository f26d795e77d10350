// Encodes pages for a remote browser, and its results, as bytes.
import { makeDocument } from '../../base/document/document.ts';
import type { Document } from '../../model/document.ts';
import type { HostUpdate } from '../../model/frontier.ts';
import type { RenderBudget, Rendering } from '../../model/rendering.ts';

export interface RenderOrder {
  /** The crawl, whose settings define politeness. */
  readonly task: number;
  readonly page: Document;
  /** Scripts of the page that were already fetched. */
  readonly scripts: readonly Document[];
  readonly budget: RenderBudget;
}

export interface EncodedRendering {
  readonly rendering: Rendering;
  /** Scripts fetched by the browser, so that their own visits need no request. */
  readonly scripts: readonly Document[];
  /** Politeness state of the page's host after rendering. */
  readonly updates: readonly HostUpdate[];
}

type PackedDocument = Pick<
  Document,
  'url' | 'finalUrl' | 'status' | 'headers' | 'partial' | 'address' | 'latencyMs' | 'fetchedAtMs' | 'requests'
> & { readonly body: string };

export function packOrder({ page, scripts, ...rest }: RenderOrder): Buffer {
  return toBytes({ ...rest, page: pack(page), scripts: scripts.map(pack) });
}

export function unpackOrder(bytes: Buffer): RenderOrder {
  const { page, scripts, ...rest } = fromBytes<
    Omit<RenderOrder, 'page' | 'scripts'> & { page: PackedDocument; scripts: PackedDocument[] }
  >(bytes);
  return { ...rest, page: unpack(page), scripts: scripts.map(unpack) };
}

export function packRendered({ scripts, ...rest }: EncodedRendering): Buffer {
  return toBytes({ ...rest, scripts: scripts.map(pack) });
}

export function unpackRendered(bytes: Buffer): EncodedRendering {
  const { scripts, ...rest } = fromBytes<Omit<EncodedRendering, 'scripts'> & { scripts: PackedDocument[] }>(bytes);
  return { ...rest, scripts: scripts.map(unpack) };
}

function toBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function fromBytes<T>(bytes: Buffer): T {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as T;
}

function pack(document: Document): PackedDocument {
  const { url, finalUrl, status, headers, partial, address, latencyMs, fetchedAtMs, requests, bytes } = document;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return { url, finalUrl, status, headers, partial, address, latencyMs, fetchedAtMs, requests, body };
}

function unpack({ body, ...init }: PackedDocument): Document {
  return makeDocument({ ...init, bytes: Buffer.from(body, 'base64') });
}
