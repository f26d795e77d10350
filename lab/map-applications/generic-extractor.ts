// The baseline of [JSWMS]: extracts every URL from a page and all its scripts, and requests each of them.
import { owsUrl } from '../../src/base/url/ows-url.ts';
import { identify } from '../../src/identify/identify.ts';
import { wms } from '../../src/kinds/ogc/wms/wms.ts';
import type { Document } from '../../src/model/document.ts';
import { GeotrawlError } from '../../src/model/errors.ts';
import type { Fetch } from '../../src/model/fetch.ts';

export interface GenericResult {
  /** Requested URLs. */
  readonly validated: number;
  /** Endpoints of services. */
  readonly found: readonly string[];
}

const absolute = /https?:\/\/[^\s"'`<>\\(){}[\],;]+/g;
/** Quoted texts with a slash or a program name: anything that may be relative to the page. */
const quotedPath = /["'`](\.{0,2}\/?[\w.~-]+(?:\/[\w.~%-]*)+(?:\?[^\s"'`<>]*)?)["'`]/g;
const scriptFile = /<script[^>]+src=["']([^"']+)["']/gi;

export async function runGenericExtractor(page: string, fetch: Fetch): Promise<GenericResult> {
  const urls = new Set<string>();
  const html = (await fetch.get({ url: page })).text();
  collect(html, page, urls);
  for (const [, source] of html.matchAll(scriptFile)) {
    const script = await read(new URL(source!, page).href, fetch);
    if (script?.status === 200) collect(script.text(), page, urls);
  }
  const found = new Set<string>();
  for (const url of urls) {
    const endpoint = await validate(url, fetch);
    if (endpoint !== null) found.add(endpoint);
  }
  return { validated: urls.size, found: [...found] };
}

function collect(text: string, page: string, urls: Set<string>): void {
  for (const [url] of text.matchAll(absolute)) if (URL.canParse(url)) urls.add(new URL(url).href);
  for (const [, path] of text.matchAll(quotedPath)) if (URL.canParse(path!, page)) urls.add(new URL(path!, page).href);
}

/** The endpoint if it is a WMS; null otherwise or without a response. */
async function validate(url: string, fetch: Fetch): Promise<string | null> {
  const document = await read(owsUrl(url, { service: 'WMS', request: 'GetCapabilities' }), fetch);
  return document === null ? null : (identify(document, [wms])[0]?.identity.endpoint ?? null);
}

/** Null without a response. */
async function read(url: string, fetch: Fetch): Promise<Document | null> {
  try {
    return await fetch.get({ url });
  } catch (error) {
    if (error instanceof GeotrawlError) return null;
    throw error;
  }
}
