// Feeds with located entries: GeoRSS Simple and GML, W3C Geo, in RSS, RDF or Atom.

import { joinedDocument, restOfText } from '../../../base/document/joined-document.ts';
import { memoize } from '../../../base/memoize.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { foldSpace } from '../../../base/text/text.ts';
import { webUrl } from '../../../base/url/web-url.ts';
import { attribute, readXml, readXmlRoot, type XmlElement } from '../../../base/xml/xml.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Link } from '../../../model/link.ts';
import type { Problem } from '../../../model/problem.ts';
import type { Description } from '../../../model/resource.ts';
import { Bounds } from '../../geometry/bounds.ts';
import * as file from '../file-kind.ts';

export const georss = file.fileKind({
  id: 'georss',
  title: 'GeoRSS feed',
  specification: 'OGC 17-002r1 (GeoRSS 1.0), W3C Basic Geo',
  tier: 2,
  forms: ['xml'],
  dataset: 'feed',
  suspect,
  firstBytes: file.textHeadBytes,
  version: (document) => {
    const joined = joinedDocument(document);
    return isFeed(joined) && readFeed(joined).located > 0 ? '' : null;
  },
  describe,
  more: (document) => (isFeed(joinedDocument(document)) ? restOfText(document) : null),
});

/** georss.org is the home of the standard, and its namespace. */
function suspect({ url, anchor }: Link): number {
  if (/^https?:\/\/(?:www\.)?georss\.org(?:\/|$)/i.test(url)) return 0;
  if (/georss/i.test(url)) return 0.8;
  return /\bgeorss\b/i.test(anchor) ? 0.6 : 0;
}

/** A feed that declares a location namespace; whether its entries are located is known after reading. */
function isFeed(document: Document): boolean {
  const root = readXmlRoot(document);
  if (root === null || !/^(?:rss|RDF|feed)$/.test(root.name)) return false;
  const { buffer, byteOffset, length } = document.bytes;
  const bytes = Buffer.from(buffer, byteOffset, length);
  return bytes.includes('georss') || bytes.includes('geo/wgs84_pos');
}

interface Feed {
  title: string;
  description: string;
  entries: number;
  /** Located entries. */
  located: number;
  readonly bounds: Bounds;
  readonly links: Link[];
  problems: readonly Problem[];
}

/** Lists of latitude and longitude. */
const lists = new Set(['point', 'line', 'polygon', 'box', 'pos', 'posList', 'lowerCorner', 'upperCorner']);
const maxLinks = 1000;

class FeedHandler {
  readonly feed: Feed = {
    title: '',
    description: '',
    entries: 0,
    located: 0,
    bounds: new Bounds(),
    links: [],
    problems: [],
  };
  readonly #url: string;
  readonly #path: string[] = [];
  #text = '';
  #entryTitle = '';
  #entryLink = '';
  #isPlaced = false;
  #latitude = Number.NaN;

  constructor(url: string) {
    this.#url = url;
  }

  open(element: XmlElement): void {
    const { name } = element;
    this.#path.push(name);
    this.#text = '';
    if (name === 'item' || name === 'entry') {
      this.feed.entries++;
      [this.#entryTitle, this.#entryLink, this.#isPlaced] = ['', '', false];
    }
    if (name === 'link' && this.#isInEntry()) this.#entryLink ||= attribute(element, 'href') ?? '';
  }

  text(piece: string): void {
    if (this.#text.length < 1_000_000) this.#text += piece;
  }

  close(name: string): void {
    const text = this.#text;
    this.#text = '';
    if (lists.has(name)) this.#addList(text);
    else if (name === 'lat') this.#latitude = Number(text.trim() || Number.NaN);
    else if (name === 'long' || name === 'lon') this.#addPoint(this.#latitude, Number(text.trim() || Number.NaN));
    else this.#addWords(name, text);
    this.#path.pop();
    if (name === 'item' || name === 'entry') this.#endEntry();
  }

  #isInEntry(): boolean {
    return this.#path.includes('item') || this.#path.includes('entry');
  }

  #addWords(name: string, text: string): void {
    const words = copyString(foldSpace(text));
    if (this.#isInEntry()) {
      if (name === 'title') this.#entryTitle ||= words;
      if (name === 'link') this.#entryLink ||= words;
    } else if (name === 'title') this.feed.title ||= words;
    else if (name === 'description' || name === 'subtitle') this.feed.description ||= words;
  }

  #addList(text: string): void {
    const numbers = text
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    for (let at = 0; at + 1 < numbers.length; at += 2) this.#addPoint(numbers[at]!, numbers[at + 1]!);
  }

  #addPoint(latitude: number, longitude: number): void {
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return;
    this.feed.bounds.add(longitude, latitude);
    this.#isPlaced = true;
  }

  #endEntry(): void {
    if (this.#isPlaced) this.feed.located++;
    const url = this.#entryLink === '' ? null : webUrl(this.#entryLink, this.#url);
    if (url === null || this.feed.links.length >= maxLinks) return;
    this.feed.links.push({ url, foundBy: 'description', anchor: this.#entryTitle, window: '', nofollow: false });
  }
}

const readFeed = memoize((document: Document): Feed => {
  const handler = new FeedHandler(document.finalUrl);
  handler.feed.problems = readXml(document, handler);
  return handler.feed;
});

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const joined = joinedDocument(document);
  const feed = readFeed(joined);
  const isWhole = joined.partial === null;
  if (!isWhole) tally.add('file.partly-read', 'Only the start of the feed was read.');
  const box = isWhole ? feed.bounds.box() : null;
  const extent = box === null ? null : file.fileExtent(box, file.wgs84, tally);
  const { title, description: abstract, links, entries } = feed;
  const layers = [file.fileLayer(title, extent, file.wgs84, isWhole ? { featureCount: entries } : {})];
  const formats = [readXmlRoot(joined)?.name === 'feed' ? 'application/atom+xml' : 'application/rss+xml'];
  return { title, abstract, extent, layers, links, formats, problems: feed.problems };
}
