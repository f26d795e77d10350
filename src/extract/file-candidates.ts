// A saved file → the services it names, for people and tests: scripts first, then links that name a service themselves.
import { makeDocument } from '../base/document/document.ts';
import { extractPage } from './extract.ts';
import { makeResolver } from './page/resolve.ts';
import { fileScripts } from './script/file-scripts.ts';
import type { Rule } from './script/find-candidates.ts';
import { scriptCandidates } from './script/script-candidates.ts';
import { looksLikeService, serviceAddress } from './script/service-url.ts';
import { isSourceMap, readSourceMap } from './script/source-map.ts';

export interface FileCandidate {
  readonly url: string;
  /** Id of the kind the file uses it as; null where that is open. */
  readonly kind: string | null;
  readonly title: string;
  readonly rule: Rule | 'link' | 'config';
}

export interface FileFacts {
  /** Name of the file: its ending says how to read it. */
  readonly name: string;
  /** Where it came from; null leaves relative addresses as they are. */
  readonly pageUrl: string | null;
}

export function fileCandidates(text: string, { name, pageUrl }: FileFacts): readonly FileCandidate[] {
  const scripts = (isSourceMap(text) ? readSourceMap(text) : null) ?? fileScripts(text, name);
  const found = new Map<string, FileCandidate>();
  const resolve = pageUrl === null ? null : makeResolver(pageUrl);
  for (const { url, kind, title, rule, isConfig } of scriptCandidates(scripts, pageUrl)) {
    const absolute = absoluteUrl(url, resolve);
    if (absolute !== null && !found.has(absolute))
      found.set(absolute, { url: absolute, kind, title, rule: isConfig ? 'config' : rule });
  }
  for (const url of isMarkup(text, name) ? linkedServices(text, pageUrl) : []) {
    if (!found.has(url)) found.set(url, { url, kind: null, title: '', rule: 'link' });
  }
  return [...found.values()];
}

/** Without a page, `//host/…` means https, and relative addresses stay what they are. */
function absoluteUrl(url: string, resolve: ((reference: string) => string | null) | null): string | null {
  if (/^https?:\/\//i.test(url)) return url;
  if (resolve !== null) return resolve(url);
  return url.startsWith('//') ? `https:${url}` : url;
}

function isMarkup(text: string, name: string): boolean {
  return /\.(?:x?html?|vue|php\d?|phtml|jsp|aspx?)$/i.test(name) || /^\s*<[!?a-z]/i.test(text.slice(0, 500));
}

/** Images, links and data attributes of a page that ask a service for something. */
function linkedServices(text: string, pageUrl: string | null): string[] {
  const page = extractPage(
    makeDocument({
      url: pageUrl ?? 'http://localhost/',
      // What a form shows as an example is not used by the page.
      bytes: Buffer.from(text.replace(/\splaceholder\s*=\s*(?:"[^"]*"|'[^']*')/gi, ' '), 'utf8'),
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
  );
  return page.links.flatMap(({ url, foundBy, anchor }) => {
    if (foundBy !== 'link' && foundBy !== 'attribute') return [];
    // Without a page, relative references cannot be told from absolute ones any more.
    if (pageUrl === null && url.startsWith('http://localhost/')) return [];
    const address = looksLikeService(url) && !/^https?:\/\/[^/]*\/?$/.test(url) ? serviceAddress(url) : null;
    return address === null || /documentation|manual/i.test(anchor) ? [] : [address];
  });
}
