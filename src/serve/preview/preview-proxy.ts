// Fetches preview images for the web app: only for records in the catalog, only images, through the address guard.
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';
import { createFetch } from '../../fetch/client.ts';
import { networkPolicy } from '../../fetch/policy.ts';
import type { CredentialOf } from '../../model/credential.ts';
import type { Document } from '../../model/document.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { readPictureFormat } from '../../monitor/rounds/decode-image.ts';

export interface PreviewImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface PreviewProxy {
  /** Throws `serve.preview-failed` with the reason. */
  draw(url: string, signal: AbortSignal): Promise<PreviewImage>;
  /** Tile or feature metadata of a service as text; throws the same. Never passed through unchanged. */
  read(url: string, accept: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

const maxBytes = 8 * 1024 * 1024;
/** Users wait for these. */
const timeoutMs = 20_000;
/** Panning back and forth makes no further requests. */
const cachedMs = 5 * 60_000;
const cachedBytes = 32 * 1024 * 1024;

/** `credentials` for services that require them: their images are visible to all users of the catalog. */
export function openPreviewProxy(config: Config, credentials: CredentialOf = () => null): PreviewProxy {
  const fetch = createFetch({ ...networkPolicy(config), credentials });
  const slots = openHostSlots();
  const cache = new LRUCache<string, PreviewImage>({
    maxSize: cachedBytes,
    ttl: cachedMs,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  });
  const fetchOnce = async (
    request: { readonly url: string; readonly accept: string },
    contentOf: (response: Document) => PreviewImage,
    signal: AbortSignal,
  ): Promise<PreviewImage> => {
    const known = cache.get(request.url);
    if (known !== undefined) return known;
    const release = await slots.acquire(new URL(request.url).host);
    try {
      const response = await fetch.get({ ...request, maxBytes, timeoutMs }, signal).catch((error: unknown) => {
        if (error instanceof GeotrawlError) throw failed(error.message, error);
        throw error;
      });
      const content = contentOf(response);
      cache.set(request.url, content);
      return content;
    } finally {
      release();
    }
  };
  return {
    draw: (url, signal) => fetchOnce({ url, accept: 'image/png,image/jpeg,image/*;q=0.8' }, imageIn, signal),
    read: async (url, accept, signal) => {
      const { bytes } = await fetchOnce({ url, accept }, textIn, signal);
      return new TextDecoder().decode(bytes);
    },
    close: () => fetch.close(),
  };
}

/** Detected by the first bytes, whatever the content type; never SVG, which may contain scripts. */
const shownFormats: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp']);

function imageIn(response: Document): PreviewImage {
  const { bytes, partial, status } = response;
  const format = readPictureFormat(bytes);
  const isShown = format !== null && shownFormats.has(format);
  if (isShown && partial === null && status < 400) return { type: `image/${format}`, bytes };
  throw failed(partial === null ? reasonIn(response.text(), status) : 'The image is too large.');
}

function textIn(response: Document): PreviewImage {
  if (response.status >= 400) throw failed(`The service returned status ${response.status}.`);
  if (response.partial !== null) throw failed('The response is too large to draw.');
  return { type: response.mediaType, bytes: new TextEncoder().encode(response.text()) };
}

function failed(message: string, cause?: GeotrawlError): GeotrawlError {
  return new GeotrawlError('serve.preview-failed', message, cause === undefined ? {} : { cause });
}

/** The message of a service exception as plain text. */
function reasonIn(text: string, status: number): string {
  const message = text
    .slice(0, 4000)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
  const isText = message !== '' && !/[\u0000-\u0008\ufffd]/.test(message);
  return `The service returned status ${status} and no image${isText ? `: ${message}` : '.'}`;
}

/** Concurrent requests per host, and requests that may wait for them. */
const perHost = 2;
const waitingPerHost = 20;

function openHostSlots() {
  const busy = new Map<string, { active: number; readonly waiting: (() => void)[] }>();
  return {
    /** Waits for a slot; the returned function releases it. */
    acquire: async (host: string): Promise<() => void> => {
      const slots = busy.get(host) ?? { active: 0, waiting: [] };
      busy.set(host, slots);
      if (slots.waiting.length >= waitingPerHost) throw failed(`Too many previews of ${host} are in progress.`);
      if (slots.active < perHost) slots.active++;
      else await new Promise<void>((resolve) => slots.waiting.push(resolve));
      return () => {
        const next = slots.waiting.shift();
        if (next !== undefined) next();
        else if (--slots.active === 0) busy.delete(host);
      };
    },
  };
}
