// Scripts of a map application → its links: what they put on a map, and the script files worth reading.

import type { HtmlScan } from './html/html-scan.ts';
import { FoundLink } from './page/found-link.ts';
import { candidateUrl } from './script/candidate-url.ts';
import { isOwnScript } from './script/classify-script.ts';
import { isByRule, scriptCandidates } from './script/script-candidates.ts';

/**
 * The links of a page that was judged a map application; relative ones are still to be resolved. Where the rules of
 * [JSWMS] find what its scripts use, the other URLs in them are no candidates.
 */
export function mapApplicationLinks(scan: HtmlScan, pageUrl: string): FoundLink[] {
  const candidates = scriptCandidates(inlineScripts(scan), pageUrl);
  const found = candidates.map((candidate) => {
    const words = { anchor: () => candidate.title, window: () => candidate.kind ?? '' };
    return new FoundLink(words, { url: candidateUrl(candidate), foundBy: 'script', nofollow: false, at: 0, end: 0 });
  });
  const files = scan.scriptSources.filter(isOwnScript).map((url) => {
    return new FoundLink(scan.elementWords, { url, foundBy: 'script', nofollow: false, at: 0, end: 0 });
  });
  // Texts that only look like a service do not make the other URLs of a script wrong.
  if (candidates.some(isByRule))
    return [...scan.links.filter(({ foundBy }) => foundBy !== 'script'), ...found, ...files];
  const known = new Set(scan.links.map(({ url }) => url));
  return [...scan.links, ...found.filter(({ url }) => !known.has(url)), ...files];
}

/** The scripts inside the page, in their order: they share their names. */
export function inlineScripts({ html, scripts }: HtmlScan): { readonly text: string; readonly file: string }[] {
  const texts = [];
  for (let at = 0; at < scripts.length; at += 2)
    texts.push({ text: html.slice(scripts[at], scripts[at + 1]), file: '' });
  return texts;
}
