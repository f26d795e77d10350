// The judgement before rendering: is a page a map application, and what do its own scripts tell without being run?
import { readUrl } from '../base/url/url.ts';
import type { Document } from '../model/document.ts';
import { scanHtml } from './html/html.ts';
import { baseOf } from './html-page.ts';
import { inlineScripts } from './html-scripts.ts';
import { makeResolver } from './page/resolve.ts';
import { isOwnScript } from './script/classify-script.ts';
import type { Candidate } from './script/find-candidates.ts';
import { scriptCandidates } from './script/script-candidates.ts';

export interface MapPage {
  /** Services that the scripts inside the page tell. */
  readonly candidates: number;
  /** Files with more of its own code. */
  readonly scripts: readonly string[];
}

/** More own files than this are a program in pieces; the first tell what it is. */
const maxScripts = 10;

/** Null for a page that is no map application. */
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

/** How many services a script file tells. */
export function countScriptCandidates(document: Document): number {
  const file = readUrl(document.finalUrl)?.pathname ?? '';
  return scriptCandidates([{ text: document.text(), file }], document.finalUrl).filter(isWhole).length;
}

/** A host alone is what is left of an address whose rest is only known when the script runs. */
function isWhole({ url, kind }: Candidate): boolean {
  return kind !== null || !/^(?:https?:)?\/\/[^/?]*\/?$/i.test(url);
}
