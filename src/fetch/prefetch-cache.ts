// Documents fetched before their turn, kept until their own visit: no server is asked twice for them.
import { fetchKey } from '../base/url/url.ts';
import type { Document } from '../model/document.ts';

export interface DocumentsAtHand {
  get(url: string): Document | null;
  /** Keeps it where it is whole, and of the sort that is kept. */
  keep(document: Document): void;
  /** The same as `get`, for the visit that settles it. */
  take(url: string): Document | null;
}

const maxBytes = 64 * 1024 * 1024;
const maxDocuments = 500;

/** Scripts are fetched while a map application is judged. */
export function isScript({ url, mediaType }: Document): boolean {
  return /javascript|ecmascript/.test(mediaType) || /\.m?js(?:\?|$)/.test(url);
}

export function createDocumentsAtHand(isKept: (document: Document) => boolean): DocumentsAtHand {
  const documents = new Map<string, Document>();
  let bytes = 0;
  const drop = (key: string) => {
    bytes -= documents.get(key)?.bytes.length ?? 0;
    documents.delete(key);
  };
  const get = (url: string) => documents.get(fetchKey(url) ?? url) ?? null;
  return {
    get,
    take(url) {
      const document = get(url);
      drop(fetchKey(url) ?? url);
      return document;
    },
    keep(document) {
      const { url, finalUrl, status, partial } = document;
      if (!isKept(document) || status !== 200 || partial !== null || finalUrl !== url) return;
      const key = fetchKey(url) ?? url;
      drop(key);
      documents.set(key, document);
      bytes += document.bytes.length;
      while (bytes > maxBytes || documents.size > maxDocuments) drop(documents.keys().next().value!);
    },
  };
}
