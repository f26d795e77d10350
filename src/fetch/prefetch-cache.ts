// Documents fetched ahead of their visit, kept until then: none is requested twice.
import { LRUCache } from 'lru-cache';
import { fetchKey } from '../base/url/url.ts';
import type { Document } from '../model/document.ts';

export interface PrefetchCache {
  get(url: string): Document | null;
  /** Keeps the document if it is complete and passes the cache's filter. */
  keep(document: Document): void;
  /** Returns and removes it, for the visit that settles it. */
  take(url: string): Document | null;
}

const maxBytes = 64 * 1024 * 1024;
const maxDocuments = 500;

/** Scripts are fetched while a map application is examined. */
export function isScript({ url, mediaType }: Document): boolean {
  return /javascript|ecmascript/.test(mediaType) || /\.m?js(?:\?|$)/.test(url);
}

export function createPrefetchCache(isKept: (document: Document) => boolean): PrefetchCache {
  const documents = new LRUCache<string, Document>({
    max: maxDocuments,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  });
  const get = (url: string) => documents.get(fetchKey(url) ?? url) ?? null;
  return {
    get,
    take(url) {
      const document = get(url);
      documents.delete(fetchKey(url) ?? url);
      return document;
    },
    keep(document) {
      const { url, finalUrl, status, partial } = document;
      if (!isKept(document) || status !== 200 || partial !== null || finalUrl !== url) return;
      documents.set(fetchKey(url) ?? url, document);
    },
  };
}
