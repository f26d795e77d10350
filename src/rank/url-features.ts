// Features of a URL. Host names contribute their words, not their identity.
import type { FeatureBag } from './feature-bag.ts';
import { createWordList, hashWord, salted, scanIdentifier } from './word-scan.ts';

const salts = { host: 11, path: 13, query: 17, pair: 19, ending: 23, shape: 29, piece: 31 };
/** Characters read of a URL. */
const maxLength = 400;
/** Host names are split into n-grams of this length: 'geoportal' shares 'geop' with many others. */
const pieceLength = 4;
const deepest = 8;

export interface UrlParts {
  readonly hostStart: number;
  readonly hostEnd: number;
  readonly pathEnd: number;
  readonly end: number;
}

export function splitUrl(url: string): UrlParts {
  const hostStart = url.indexOf('//') + 2;
  const hash = url.indexOf('#', hostStart);
  const end = Math.min(hash < 0 ? url.length : hash, maxLength);
  const mark = url.indexOf('?', hostStart);
  const pathEnd = mark < 0 || mark > end ? end : mark;
  const slash = url.indexOf('/', hostStart);
  const hostEnd = slash < 0 || slash > pathEnd ? pathEnd : slash;
  return { hostStart, hostEnd, pathEnd, end };
}

/** Adds the features of a URL, normalized to `value`. */
export function addUrlFeatures(bag: FeatureBag, url: string, value: number): void {
  const from = bag.size;
  const parts = splitUrl(url);
  addHost(bag, url, parts);
  addWords(bag, url, { from: parts.hostEnd, to: parts.pathEnd, salt: salts.path, of: 'in the path' });
  addWords(bag, url, { from: parts.pathEnd, to: parts.end, salt: salts.query, of: 'in the query' });
  addShape(bag, url, parts);
  bag.level(from, value);
}

/** Word buffer, shared by all parts of the URL. */
const words = createWordList();

function addHost(bag: FeatureBag, url: string, { hostStart, hostEnd }: UrlParts): void {
  scanIdentifier(words, url, hostStart, hostEnd);
  const { count, hashes, starts, ends } = words;
  const name = { of: 'in the host name', text: url, start: 0, end: 0 };
  for (let word = 0; word < count; word++) {
    const end = ends[word]!;
    name.start = starts[word]!;
    name.end = end;
    bag.add(salted(hashes[word]!, salts.host), name);
    if (end - name.start <= pieceLength) continue;
    for (let at = name.start; at + pieceLength <= end; at++) {
      name.start = at;
      name.end = at + pieceLength;
      bag.add(salted(hashPiece(url, at), salts.piece), name);
    }
  }
}

function hashPiece(url: string, at: number): number {
  let hash = 0;
  for (let index = at; index < at + pieceLength; index++)
    hash = Math.imul(hash ^ (url.charCodeAt(index) | 32), 0x01000193);
  return hash;
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly salt: number;
  readonly of: string;
}

/** Words and word pairs: 'rest services' means more than 'rest' and 'services'. */
function addWords(bag: FeatureBag, url: string, { from, to, salt, of }: Range): void {
  scanIdentifier(words, url, from, to);
  const { count, hashes, starts, ends } = words;
  const name = { of, text: url, start: 0, end: 0 };
  let before = 0;
  let beforeStart = from;
  for (let at = 0; at < count; at++) {
    const hash = hashes[at]!;
    name.start = starts[at]!;
    name.end = ends[at]!;
    bag.add(salted(hash, salt), name);
    name.start = beforeStart;
    bag.add(salted(hash ^ Math.imul(before, 3), salts.pair), name);
    before = hash;
    beforeStart = starts[at]!;
  }
}

/** Extension, depth, and whether there is a query. */
function addShape(bag: FeatureBag, url: string, { hostEnd, pathEnd, end }: UrlParts): void {
  let depth = 0;
  let segment = hostEnd;
  let dot = -1;
  for (let at = hostEnd; at < pathEnd; at++) {
    const code = url.charCodeAt(at);
    if (code === 47) {
      if (at + 1 < pathEnd) depth++;
      segment = at + 1;
      dot = -1;
    } else if (code === 46) dot = at;
  }
  bag.add(salted(Math.min(depth, deepest), salts.shape), 'path depth');
  if (pathEnd < end) bag.add(salted(101, salts.shape), 'has a query');
  else bag.add(salted(102, salts.shape), 'has no query');
  const last =
    dot > 0 ? url.slice(dot, Math.min(pathEnd, dot + 8)) : url.slice(segment, Math.min(pathEnd, segment + 24));
  bag.add(salted(hashWord(last), salts.ending), 'end of the path');
}
