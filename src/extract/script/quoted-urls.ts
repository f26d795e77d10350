// Script text → the absolute URLs it quotes.
import { UrlFinder } from '../scan/url-finder.ts';

/** Reports every absolute http(s) URL that opens a string literal. Parts of built-up URLs are somebody else's work. */
export function collectScriptUrls(script: string, report: (url: string) => void): void {
  // Escaped slashes ("http:\/\/host\/") are plain ones for JavaScript.
  const text = script.includes('\\/') ? script.replaceAll('\\/', '/') : script;
  if (!text.includes('://')) return;
  const finder = new UrlFinder(text, false);
  let from = 0;
  for (let found = finder.next(from, text.length); found !== null; found = finder.next(from, text.length)) {
    from = found.end;
    const quote = text.charAt(found.at - 1);
    if (quote !== '"' && quote !== "'" && quote !== '`') continue;
    if (text.startsWith('http', found.at)) report(found.url);
  }
}
