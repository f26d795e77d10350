// Pages on their way to a browser on another machine, and what it brings back: as bytes.
import { makeDocument } from '../../base/document/document.ts';
import type { Document } from '../../model/document.ts';
import type { HostNews } from '../../model/frontier.ts';
import type { RenderBudget, Rendering } from '../../model/rendering.ts';

export interface RenderOrder {
  /** The crawl, whose settings say how politely is asked. */
  readonly task: number;
  readonly page: Document;
  /** Scripts of the page that were asked for already. */
  readonly scripts: readonly Document[];
  readonly budget: RenderBudget;
}

export interface RenderedParcel {
  readonly rendering: Rendering;
  /** Scripts the browser asked for: their own visits cost nothing then. */
  readonly scripts: readonly Document[];
  /** What was learned of the page's host, which whoever crawls there has to keep to. */
  readonly news: readonly HostNews[];
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

export function packRendered({ scripts, ...rest }: RenderedParcel): Buffer {
  return toBytes({ ...rest, scripts: scripts.map(pack) });
}

export function unpackRendered(bytes: Buffer): RenderedParcel {
  const { scripts, ...rest } = fromBytes<Omit<RenderedParcel, 'scripts'> & { scripts: PackedDocument[] }>(bytes);
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
