// Fetches preview images for the web app: only for records in the catalog, only images, through the address guard.
import type { Config } from '../../config.ts';
import { createFetch } from '../../fetch/client.ts';
import { networkPolicy } from '../../fetch/network-policy.ts';
import type { CredentialOf } from '../../model/credential.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Fetch } from '../../model/fetch.ts';

export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface PreviewProxy {
  /** Throws `serve.preview-failed` with the reason. */
  draw(url: string, signal: AbortSignal): Promise<Picture>;
  /** Tile or feature metadata of a service as text; throws the same. Never passed through unchanged. */
  read(url: string, accept: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

const maxBytes = 8 * 1024 * 1024;
const timeoutMs = 20_000;
/** Timeout and concurrency: users wait for these, and a service gets no more requests at a time. */
const perHost = 2;
const waitingPerHost = 20;
/** Cached images: panning back and forth makes no further requests. */
const keptMs = 5 * 60_000;
const keptBytes = 32 * 1024 * 1024;

/** `credentials` for services that require them: their images are visible to all users of the catalog. */
export function openPreviewProxy(config: Config, credentials: CredentialOf = () => null): PreviewProxy {
  const fetch = createFetch({ ...networkPolicy(config), credentials });
  const turns = openTurns();
  const kept = openKept();
  const once = async (url: string, work: () => Promise<Picture>): Promise<Picture> => {
    const known = kept.get(url);
    if (known !== null) return known;
    const leave = await turns.enter(new URL(url).host);
    try {
      const picture = await work();
      kept.put(url, picture);
      return picture;
    } finally {
      leave();
    }
  };
  return {
    draw: (url, signal) => once(url, () => fetchPicture(fetch, url, signal)),
    read: async (url, accept, signal) => {
      const { bytes } = await once(url, () => fetchDocument(fetch, { url, accept }, signal));
      return new TextDecoder().decode(bytes);
    },
    close: () => fetch.close(),
  };
}

async function fetchPicture(fetch: Fetch, url: string, signal: AbortSignal): Promise<Picture> {
  const answer = await fetch
    .get({ url, accept: 'image/png,image/jpeg,image/*;q=0.8', maxBytes, timeoutMs }, signal)
    .catch((error: unknown) => {
      if (error instanceof GeotrawlError) throw failed(error.message, error);
      throw error;
    });
  const type = pictureType(answer.bytes);
  if (type !== null && answer.partial === null && answer.status < 400) return { type, bytes: answer.bytes };
  if (answer.partial !== null) throw failed('The picture is too large.');
  throw failed(reasonIn(answer.text(), answer.status));
}

async function fetchDocument(
  fetch: Fetch,
  { url, accept }: { readonly url: string; readonly accept: string },
  signal: AbortSignal,
): Promise<Picture> {
  const answer = await fetch.get({ url, accept, maxBytes, timeoutMs }, signal).catch((error: unknown) => {
    if (error instanceof GeotrawlError) throw failed(error.message, error);
    throw error;
  });
  if (answer.status >= 400) throw failed(`It answered with status ${answer.status}.`);
  if (answer.partial !== null) throw failed('There is too much of it to be drawn.');
  return { type: answer.mediaType, bytes: new TextEncoder().encode(answer.text()) };
}

function failed(message: string, cause?: GeotrawlError): GeotrawlError {
  return new GeotrawlError('serve.preview-failed', message, cause === undefined ? {} : { cause });
}

/** Detected by the first bytes, whatever the content type; never SVG, which may contain scripts. */
function pictureType(bytes: Uint8Array): string | null {
  const starts = (...signs: readonly number[]) => signs.every((sign, n) => bytes[n] === sign);
  if (starts(0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x47, 0x49, 0x46, 0x38)) return 'image/gif';
  const isRiff = starts(0x52, 0x49, 0x46, 0x46) && bytes[8] === 0x57 && bytes[9] === 0x45;
  return isRiff ? 'image/webp' : null;
}

/** The message of a service exception as plain text. */
function reasonIn(text: string, status: number): string {
  const said = text
    .slice(0, 4000)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
  const isText = said !== '' && !/[\u0000-\u0008\ufffd]/.test(said);
  return `It answered with status ${status} and no picture${isText ? `: ${said}` : '.'}`;
}

interface Turns {
  /** Waits for a slot; the returned function releases it. */
  enter(host: string): Promise<() => void>;
}

function openTurns(): Turns {
  const busy = new Map<string, { active: number; readonly waiting: (() => void)[] }>();
  return {
    enter: async (host) => {
      const line = busy.get(host) ?? { active: 0, waiting: [] };
      busy.set(host, line);
      if (line.waiting.length >= waitingPerHost) throw failed(`${host} is being asked for too many pictures already.`);
      if (line.active < perHost) line.active++;
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      return () => {
        const next = line.waiting.shift();
        if (next !== undefined) next();
        else if (--line.active === 0) busy.delete(host);
      };
    },
  };
}

interface Kept {
  get(url: string): Picture | null;
  put(url: string, picture: Picture): void;
}

function openKept(): Kept {
  const pictures = new Map<string, Picture & { readonly atMs: number }>();
  let bytes = 0;
  const drop = (url: string) => {
    bytes -= pictures.get(url)?.bytes.length ?? 0;
    pictures.delete(url);
  };
  return {
    get: (url) => {
      const found = pictures.get(url);
      if (found === undefined) return null;
      if (Date.now() - found.atMs <= keptMs) return found;
      drop(url);
      return null;
    },
    put: (url, picture) => {
      drop(url);
      pictures.set(url, { ...picture, atMs: Date.now() });
      bytes += picture.bytes.length;
      for (const oldest of pictures.keys()) {
        if (bytes <= keptBytes) break;
        drop(oldest);
      }
    },
  };
}
