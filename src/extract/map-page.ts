// The classification before rendering: whether a page is a map application, and which services its scripts reveal without
// running.
import { readUrl } from '../base/url/url.ts';
import type { Document } from '../model/document.ts';
import { scanHtml } from './html/html.ts';
import { baseOf, inlineScripts } from './html/html-page.ts';
import { makeResolver } from './page/resolve.ts';
import { isOwnScript } from './script/classify-script.ts';
import type { Candidate } from './script/find-candidates.ts';
import { scriptCandidates } from './script/script-candidates.ts';

export interface MapPage {
  /** Services found in the inline scripts. */
  readonly candidates: number;
  /** Files with more of its own code. */
  readonly scripts: readonly string[];
}

/** More files of its own than this are a bundle in parts; the first show what it is. */
const maxScripts = 10;

/** Null if the page isn't a map application. */
export function readMapPage(document: Document): MapPage | null {
  const scan = scanHtml(document);
  if (!scan.isMapApplication) return null;
  const base = baseOf(scan, document.finalUrl);
  const resolve = makeResolver(base);
  const scripts = scan.scriptSources.filter(isOwnScript).map((source) => resolve(source));
  return {
    candidates: scriptCandidates(inlineScripts(scan), base).filter(isWhole).length,
    scripts: [...new Set(scripts.filter((url) => url !== null))].slice(0, maxScripts),
  };
}

/** Number of services a script file reveals. */
export function countScriptCandidates(document: Document): number {
  const file = readUrl(document.finalUrl)?.pathname ?? '';
  return scriptCandidates([{ text: document.text(), file }], document.finalUrl).filter(isWhole).length;
}

/** A host alone is the rest of a URL that is only complete at run time. */
function isWhole({ url, kind }: Candidate): boolean {
  return kind !== null || !/^(?:https?:)?\/\/[^/?]*\/?$/i.test(url);
}
