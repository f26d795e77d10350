// Plain text → the URLs written in it.
import { foldSpace } from '../../base/text/text.ts';
import type { Document, Page } from '../../model/document.ts';
import { FoundLink, type LinkWords, maxLinks, resolveLinks } from '../page/found-link.ts';
import { makePage } from '../page/page.ts';
import { makeResolver } from '../page/resolve.ts';
import { maxTextLength } from '../scan/html-text.ts';
import { collectUrls } from '../scan/url-finder.ts';

const windowWords = 10;
/** Characters that contain ten words in any language, twice over. */
const windowReach = 300;

export function readPlainTextPage(document: Document): Page {
  const text = document.text();
  const words = plainWords(text);
  const links: FoundLink[] = [];
  collectUrls(text, (found) => {
    links.push(new FoundLink(words, { ...found, foundBy: 'text', nofollow: false }));
    return links.length < maxLinks;
  });
  return makePage(document, {
    links: resolveLinks(links, makeResolver(document.finalUrl)),
    text: () => foldSpace(text.slice(0, maxTextLength)),
  });
}

function plainWords(text: string): LinkWords {
  return {
    anchor: () => '',
    window: (at, end) => {
      const before = splitWords(text.slice(Math.max(0, at - windowReach), at)).slice(-windowWords);
      const after = splitWords(text.slice(end, end + windowReach)).slice(0, windowWords);
      return [...before, ...after].join(' ');
    },
  };
}

function splitWords(text: string): string[] {
  const folded = foldSpace(text);
  return folded === '' ? [] : folded.split(' ');
}
