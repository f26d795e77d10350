// JSON → the URLs in its strings, each with the path of its property as anchor.
import { foldSpace } from '../../base/text/text.ts';
import type { Document, Page } from '../../model/document.ts';
import type { Link } from '../../model/link.ts';
import { maxLinks, plainLink } from '../page/found-link.ts';
import { makePage } from '../page/page.ts';
import { makeResolver } from '../page/resolve.ts';
import { maxTextLength } from '../scan/html-text.ts';
import { walkJsonStrings } from '../scan/json-scan.ts';
import { collectUrls } from '../scan/url-finder.ts';
import { readSourceMapPage } from '../script/script-page.ts';
import { isSourceMap, readSourceMap } from '../script/source-map.ts';

/** Properties whose values name vocabularies, not locations. */
const ignoredKeys = new Set(['@context', '@type', '$schema', 'conformsTo', 'stac_extensions', 'xmlns']);
/** Properties whose value may be a relative reference. */
const linkKeys = new Set(['href', 'url', 'uri', 'link', 'nextlink', '@iot.nextlink', 'contenturl', 'endpointurl']);

export function readJsonPage(document: Document): Page {
  const json = document.text();
  const sources = isSourceMap(json) ? readSourceMap(json) : null;
  if (sources !== null) return readSourceMapPage(document, sources);
  const resolve = makeResolver(document.finalUrl);
  const links: Link[] = [];
  collectJsonUrls(json, (reference, path) => {
    const url = links.length < maxLinks ? resolve(reference) : null;
    if (url !== null) links.push(plainLink(url, 'json', path));
    return links.length < maxLinks;
  });
  return makePage(document, { links, text: () => jsonText(json) });
}

/** Reports URLs, possibly relative, until `report` returns false. */
export function collectJsonUrls(json: string, report: (url: string, path: string) => boolean): void {
  let more = true;
  const pass = (url: string, path: string) => {
    if (more) more = report(url, path);
  };
  const read = (value: string, key: string, path: () => string) => {
    if (ignoredKeys.has(key)) return;
    if (/^https?:\/\/\S+$/i.test(value)) pass(value, path());
    else if (value.includes('://') || value.includes('www.')) collectUrls(value, ({ url }) => pass(url, path()));
    else if (isReference(value) && linkKeys.has(key.toLowerCase())) pass(value, path());
  };
  walkJsonStrings(json, read, () => !more);
}

function isReference(value: string): boolean {
  return value.length < 500 && /[/.?]/.test(value) && !/[\s<>{}]/.test(value);
}

/** The text of JSON is its string values. */
function jsonText(json: string): string {
  const values: string[] = [];
  let length = 0;
  walkJsonStrings(
    json,
    (value) => {
      values.push(value);
      length += value.length + 1;
    },
    () => length >= maxTextLength,
  );
  return foldSpace(values.join(' ').slice(0, maxTextLength));
}
