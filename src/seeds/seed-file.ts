// Reads a seed file of any format, detected by content: URL list, sitemap, OPML, browser bookmarks, or registry of portals.
import { makeDocument } from '../base/document/document.ts';
import { webUrl } from '../base/url/web-url.ts';
import { attribute, readXml, readXmlRoot } from '../base/xml/xml.ts';
import type { Document, Page } from '../model/document.ts';
import { GeotrawlError } from '../model/errors.ts';
import { readPortals } from './portal-registry.ts';
import { seedLines } from './url-list.ts';

export interface SeedFile {
  readonly form: 'list' | 'sitemap' | 'opml' | 'bookmarks' | 'portals';
  readonly seeds: readonly string[];
  /** Additional URLs worth trying, for registries of portals. */
  readonly guesses: readonly string[];
  /** Skipped lines. */
  readonly odd: readonly { readonly line: number; readonly message: string }[];
}

/** `readPage` is the HTML reader of the extract stage. Tolerates null bytes, wrong charsets and truncated files. */
export function readSeedFile(bytes: Uint8Array, readPage: (document: Document) => Page): SeedFile {
  const document = makeDocument({ url: 'file:///seeds', bytes });
  if (document.form === 'html' || isBookmarks(document)) {
    const links = readPage(document).links.filter(({ foundBy }) => foundBy === 'link');
    return plainFile(
      'bookmarks',
      links.map(({ url }) => url),
    );
  }
  const root = document.form === 'xml' ? (readXmlRoot(document)?.name.toLowerCase() ?? '') : '';
  if (root === 'opml') return plainFile('opml', outlineUrls(document));
  if (root === 'urlset' || root === 'sitemapindex') return plainFile('sitemap', sitemapUrls(document));
  if (root !== '') {
    const message = `The seed file is XML with the root <${root}>. Only sitemaps and OPML are supported.`;
    throw new GeotrawlError('usage.bad-argument', message, { facts: { root } });
  }
  const portals = readPortals(document.text());
  if (portals === null) return listFile(document.text());
  const odd = portals.oddLines.map((line) => ({ line, message: 'No web URL in this line.' }));
  return { form: 'portals', ...portals, odd };
}

/** The doctype of all browsers' bookmark files, which isn't HTML's. */
function isBookmarks(document: Document): boolean {
  return /^\s{0,100}<!doctype\s+netscape-bookmark-file/i.test(document.text().slice(0, 200));
}

function plainFile(form: SeedFile['form'], urls: readonly (string | null)[]): SeedFile {
  const seeds = [...new Set(urls.map((url) => (url === null ? null : webUrl(url.trim()))))];
  return { form, seeds: seeds.filter((url) => url !== null), guesses: [], odd: [] };
}

/** An invalid line is reported and skipped, so that the others are still read. */
function listFile(text: string): SeedFile {
  const seeds: string[] = [];
  const odd: { line: number; message: string }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    try {
      seeds.push(...seedLines(line));
    } catch (error) {
      if (!(error instanceof GeotrawlError)) throw error;
      odd.push({ line: index + 1, message: error.message });
    }
  }
  return { form: 'list', seeds, guesses: [], odd };
}

/** OPML 2.0: pages in `htmlUrl`, feeds in `xmlUrl`, links and other outlines in `url`. */
function outlineUrls(document: Document): (string | null)[] {
  const urls: (string | null)[] = [];
  readXml(document, {
    open: (element) => {
      if (element.name !== 'outline') return;
      for (const name of ['htmlUrl', 'xmlUrl', 'url']) urls.push(attribute(element, name));
    },
  });
  return urls;
}

/** `loc` of pages and of further sitemaps; those of images and videos are nested deeper. */
function sitemapUrls(document: Document): string[] {
  const urls: string[] = [];
  const path: string[] = [];
  readXml(document, {
    open: ({ name }) => {
      path.push(name);
      if (isLocation(path)) urls.push('');
    },
    text: (text) => {
      if (isLocation(path)) urls[urls.length - 1] += text;
    },
    close: () => path.pop(),
  });
  return urls;
}

function isLocation(path: readonly string[]): boolean {
  return path.length === 3 && path[2] === 'loc' && (path[1] === 'url' || path[1] === 'sitemap');
}
