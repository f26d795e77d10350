// A script file, or the source map of one → the links of a page.
import { foldSpace } from '../../base/text/text.ts';
import { readUrl } from '../../base/url/url.ts';
import type { Document, Page } from '../../model/document.ts';
import type { Link } from '../../model/link.ts';
import { maxLinks, plainLink } from '../page/found-link.ts';
import { makePage } from '../page/page.ts';
import { makeResolver } from '../page/resolve.ts';
import { maxTextLength } from '../scan/html-text.ts';
import { collectScriptUrls } from '../scan/url-finder.ts';
import { hasMapWords, isLibrary } from './classify-script.ts';
import type { Candidate } from './find-candidates.ts';
import { isByRule, scriptCandidates } from './script-candidates.ts';
import { candidateUrl } from './service-url.ts';
import type { ScriptText } from './source-map.ts';
import { inlineSourceMap, sourceMapReference } from './source-map.ts';

/** What the script puts on a map; if that is nothing, the URLs it quotes ([JSWMS] rule 2). Libraries have none. */
export function readScriptPage(document: Document): Page {
  const text = document.text();
  return makePage(document, { links: scriptLinks(document), text: () => foldSpace(text.slice(0, maxTextLength)) });
}

function scriptLinks(document: Document): Link[] {
  const text = document.text();
  const file = readUrl(document.finalUrl)?.pathname ?? '';
  if (isLibrary(text, file.slice(file.lastIndexOf('/') + 1))) return [];
  const candidates = scriptCandidates([{ text, file }], document.finalUrl);
  const links = [...candidateLinks(document, candidates), ...sourceMapLinks(document, text)];
  if (candidates.some(isByRule)) return links;
  const known = new Set(links.map(({ url }) => url));
  collectScriptUrls(text, (url) => {
    if (links.length < maxLinks && !known.has(url)) links.push(plainLink(url, 'script', ''));
  });
  return links;
}

/** The files of a source map, read as one program of several modules. */
export function readSourceMapPage(document: Document, files: readonly ScriptText[]): Page {
  return makePage(document, {
    links: candidateLinks(document, scriptCandidates(files, document.finalUrl)),
    text: () => '',
  });
}

function candidateLinks(document: Document, candidates: readonly Candidate[]): Link[] {
  const resolve = makeResolver(document.finalUrl);
  return candidates.flatMap((candidate) => {
    const url = resolve(candidateUrl(candidate));
    return url === null ? [] : [{ ...plainLink(url, 'script', candidate.title), window: candidate.kind ?? '' }];
  });
}

/** Where the authors' own files can be fetched, for scripts about maps. */
function sourceMapLinks(document: Document, text: string): Link[] {
  const reference = sourceMapReference(text);
  if (reference === null || inlineSourceMap(reference) !== null || !hasMapWords(text)) return [];
  const url = makeResolver(document.finalUrl)(reference);
  return url === null ? [] : [plainLink(url, 'script', '')];
}
