// The features of an unvisited link: its own, and those shared by all links of its page.
import type { FoundBy } from '../model/link.ts';
import { maxRankedText, type RankedLink, type RankedPage } from '../model/rank.ts';
import { FeatureBag, slotCount } from './feature-bag.ts';
import { geospatialTopic } from './topic.ts';
import { addUrlFeatures, splitUrl } from './url-features.ts';
import { createWordList, hashWord, salted, scanIdentifier, scanText } from './word-scan.ts';

/** Salts of features that aren't words. */
const salts = { suspicion: 59, fact: 61, depth: 67, platform: 71, topicality: 73, expected: 79, host: 83 };

/** Where a word occurs. */
interface Field {
  readonly salt: number;
  /** Name shown in explanations. */
  readonly of: string;
  /** Initial weight: the length of the vector. */
  readonly length: number;
}

const fields = {
  anchor: { salt: 37, of: 'in the anchor', length: 2 },
  window: { salt: 41, of: 'near the link', length: 1 },
  title: { salt: 43, of: 'in the title of the source page', length: 1 },
  text: { salt: 47, of: 'in the text of the source page', length: 1.5 },
  pageUrl: { salt: 53, of: 'in the URL of the source page', length: 1 },
} as const satisfies Record<string, Field>;
const urlLength = 3;
const factsLength = 1.5;

/** Characters read; for anchors and context the start is enough. */
const maxPhrase = 300;
const deepest = 8;

/** The link's own features. */
export function fillLinkBag(bag: FeatureBag, ranked: RankedLink): void {
  const { link } = ranked;
  bag.clear();
  addUrlFeatures(bag, link.url, urlLength);
  const { anchor } = link;
  // Reading the words around a link costs as much as everything else, so it is done only for links without words of their own.
  if (anchor !== '') addPhrase(bag, anchor, fields.anchor);
  else addPhrase(bag, link.window, fields.window);
  addFacts(bag, ranked);
}

/** Weight of each topicality step. */
const topicalityLength = 1.5;

/** Shares are quantized in eighths. */
const eighths = 8;
const expectedNames = named(eighths, (share) => `expected to be ${percent(share)} about maps`);
const hostNames = named(eighths, (share) => `host is ${percent(share)} about maps`);
const topicalityNames = named(eighths, (share) => `source page is ${percent(share)} about maps`);
const suspicionNames = named(10, (share) => `looks like a service (${share.toFixed(1)})`);
const depthNames = named(deepest, (share) => `depth ${share * deepest}${share === 1 ? ' or more' : ''}`);

/** Names for 0, 1/steps … 1, created once so that unused names cost nothing. */
function named(steps: number, nameOf: (share: number) => string): readonly string[] {
  return Array.from({ length: steps + 1 }, (_, step) => nameOf(step / steps));
}

/** Adds the predicted topicality of the linked page and the known one of its host; null if unknown. */
export function addTopicality(bag: FeatureBag, expected: number, host: number | null): void {
  const from = bag.size;
  const step = Math.round(expected * eighths);
  bag.add(salted(step, salts.expected), expectedNames[step]!);
  if (host === null) bag.add(salted(100, salts.host), 'new host');
  else bag.add(salted(Math.round(host * eighths), salts.host), hostNames[Math.round(host * eighths)]!);
  for (let at = from; at < bag.size; at++) bag.values[at] = topicalityLength;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** Word buffer, shared by all texts. */
const words = createWordList();

/** Terms common on pages about maps and geodata and rare elsewhere. */
const distinctive = new Uint8Array(slotCount);
scanText(words, geospatialTopic, geospatialTopic.length);
for (const hash of words.hashes.subarray(0, words.count)) distinctive[hash & (slotCount - 1)] = 1;

function isDistinctive(hash: number): boolean {
  return distinctive[hash & (slotCount - 1)] === 1;
}

/** Adds the features shared with the other links of the page; returns how much the page is about maps, 0..1. */
export function fillPageBag(bag: FeatureBag, { title, text, url, platform }: RankedPage): number {
  bag.clear();
  addPhrase(bag, title, fields.title);
  let mapWords = titleWords * countDistinctive();
  const from = bag.size;
  scanText(words, text, maxRankedText);
  mapWords += addWords(bag, fields.text);
  const topicality = Math.min(1, mapWords / (1 + Math.sqrt(bag.size - from)));
  bag.level(from, fields.text.length);
  const at = bag.size;
  const step = Math.round(topicality * eighths);
  bag.add(salted(step, salts.topicality), topicalityNames[step]!);
  bag.values.fill(topicalityLength, at, bag.size);
  addPageUrl(bag, url);
  if (platform !== null)
    bag.add(salted(hashWord(platform), salts.platform), `software of the source page (${platform})`);
  return topicality;
}

/** A title word counts as this many text words. */
const titleWords = 2;

export function createLinkBag(): FeatureBag {
  return new FeatureBag(512);
}

export function createPageBag(): FeatureBag {
  return new FeatureBag(768);
}

function addPhrase(bag: FeatureBag, text: string, field: Field): void {
  const from = bag.size;
  scanText(words, text, maxPhrase);
  addWords(bag, field);
  bag.level(from, field.length);
}

function addPageUrl(bag: FeatureBag, url: string): void {
  const from = bag.size;
  const { hostEnd, end } = splitUrl(url);
  scanIdentifier(words, url, hostEnd, end);
  addWords(bag, fields.pageUrl);
  bag.level(from, fields.pageUrl.length);
}

/** Adds the scanned words; returns how many of the new ones are map terms. */
function addWords(bag: FeatureBag, { salt, of }: Field): number {
  const { text, count, hashes, starts, ends } = words;
  const name = { of, text, start: 0, end: 0 };
  let mapWords = 0;
  for (let at = 0; at < count; at++) {
    name.start = starts[at]!;
    name.end = ends[at]!;
    if (bag.add(salted(hashes[at]!, salt), name) && isDistinctive(hashes[at]!)) mapWords++;
  }
  return mapWords;
}

/** How many of the scanned words are map terms. */
function countDistinctive(): number {
  let count = 0;
  for (let at = 0; at < words.count; at++) if (isDistinctive(words.hashes[at]!)) count++;
  return count;
}

const foundByNumbers: Readonly<Partial<Record<FoundBy, number>>> = { seed: 1, link: 2, text: 3, script: 4, sitemap: 5 };

function addFacts(bag: FeatureBag, { link, pool, suspicion, depth, parent }: RankedLink): void {
  const from = bag.size;
  const tenths = Math.round(10 * suspicion);
  bag.add(salted(tenths, salts.suspicion), suspicionNames[tenths]!);
  const level = Math.min(depth, deepest);
  bag.add(salted(level, salts.depth), depthNames[level]!);
  if (pool === 'probe') bag.add(salted(1, salts.fact), 'probed as a service');
  else bag.add(salted(2, salts.fact), 'read as a page');
  bag.add(salted(10 + (foundByNumbers[link.foundBy] ?? 0), salts.fact), 'type of link');
  if (parent === null) bag.add(salted(3, salts.fact), 'no source page');
  else if (isSameHost(link.url, parent.url)) bag.add(salted(4, salts.fact), 'same host as the source page');
  else bag.add(salted(5, salts.fact), 'another host than the source page');
  bag.level(from, factsLength);
}

function isSameHost(one: string, other: string): boolean {
  const { hostStart, hostEnd } = splitUrl(one);
  const { hostStart: start, hostEnd: end } = splitUrl(other);
  if (hostEnd - hostStart !== end - start) return false;
  for (let at = 0; at < end - start; at++)
    if (one.charCodeAt(hostStart + at) !== other.charCodeAt(start + at)) return false;
  return true;
}
