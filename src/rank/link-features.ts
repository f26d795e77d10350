// All a link shows before it is visited, as features: its own, and those it shares with every link of its page.
import type { FoundBy } from '../model/link.ts';
import { maxRankedText, type RankedLink, type RankedPage } from '../model/rank.ts';
import { createFeatureBag, type FeatureBag } from './feature-bag.ts';
import { isTelling } from './telling-words.ts';
import { addUrlFeatures, splitUrl } from './url-features.ts';
import { hashWord, salted, scanIdentifier, scanText } from './word-scan.ts';

const salts = {
  anchor: 37,
  window: 41,
  title: 43,
  text: 47,
  pageUrl: 53,
  suspicion: 59,
  fact: 61,
  depth: 67,
  platform: 71,
  topicality: 73,
  expected: 79,
  host: 83,
};

/** How much each sort of evidence weighs before anything is learned: lengths of the vectors. */
const lengths = {
  url: 3,
  anchor: 2,
  window: 1,
  title: 1,
  text: 1.5,
  pageUrl: 1,
  facts: 1.5,
};
/** Characters read; of anchors and windows the beginning tells. */
const maxPhrase = 300;
const deepest = 8;

/** The link's own features. */
export function fillLinkBag(bag: FeatureBag, ranked: RankedLink): void {
  const { link } = ranked;
  bag.clear();
  addUrlFeatures(bag, link.url, lengths.url);
  addPhrase(bag, link.anchor, { salt: salts.anchor, of: 'in its anchor', length: lengths.anchor });
  // Reading the words around a link costs as much as everything else: only where it has none of its own.
  if (link.anchor === '') addPhrase(bag, link.window, { salt: salts.window, of: 'near it', length: lengths.window });
  addFacts(bag, ranked);
}

/** How much each step of a topicality weighs. */
const topicalityLength = 1.5;

/** Shares are told in eighths. */
const eighths = 8;
const expectedNames = named(eighths, (share) => `that its page seems ${percent(share)} about maps`);
const hostNames = named(eighths, (share) => `that its host is ${percent(share)} about maps`);
const topicalityNames = named(eighths, (share) => `that its page is ${percent(share)} about maps`);
const suspicionNames = named(10, (share) => `its suspicion of ${share.toFixed(1)}`);
const depthNames = named(deepest, (share) => `its depth of ${share * deepest}${share === 1 ? ' or more' : ''}`);

/** Names for 0, 1/steps … 1, made once: what nobody asks for must cost nothing. */
function named(steps: number, nameOf: (share: number) => string): readonly string[] {
  return Array.from({ length: steps + 1 }, (_, step) => nameOf(step / steps));
}

/** Adds what is thought of the page behind the link, and known of its host; null where nothing is. */
export function addTopicality(bag: FeatureBag, expected: number, host: number | null): void {
  const from = bag.size;
  const step = Math.round(expected * eighths);
  bag.add(salted(step, salts.expected), expectedNames[step]!);
  if (host === null) bag.add(salted(100, salts.host), 'that its host is new');
  else bag.add(salted(Math.round(host * eighths), salts.host), hostNames[Math.round(host * eighths)]!);
  bag.values.fill(topicalityLength, from, bag.size);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** What it shares with the other links of its page. Answers with how much the page is about maps, 0..1. */
export function fillPageBag(bag: FeatureBag, { title, text, url, platform }: RankedPage): number {
  bag.clear();
  addPhrase(bag, title, { salt: salts.title, of: 'in the title of its page', length: lengths.title });
  const from = bag.size;
  const name = { of: 'in the text of its page', text, start: 0, end: 0 };
  let telling = tellingWords(title, maxPhrase) * titleWords;
  scanText(text, maxRankedText, (hash, start, end) => {
    const before = bag.size;
    name.start = start;
    name.end = end;
    bag.add(salted(hash, salts.text), name);
    if (bag.size > before && isTelling(hash)) telling++;
  });
  const topicality = Math.min(1, telling / (1 + Math.sqrt(bag.size - from)));
  bag.level(from, lengths.text);
  const at = bag.size;
  const step = Math.round(topicality * eighths);
  bag.add(salted(step, salts.topicality), topicalityNames[step]!);
  bag.values.fill(topicalityLength, at, bag.size);
  addPageUrl(bag, url);
  if (platform !== null)
    bag.add(salted(hashWord(platform), salts.platform), `the product behind its page (${platform})`);
  return topicality;
}

/** A word of the title counts like so many of the text. */
const titleWords = 2;

function tellingWords(text: string, maxLength: number): number {
  let count = 0;
  scanText(text, maxLength, (hash) => {
    if (isTelling(hash)) count++;
  });
  return count;
}

export function createLinkBag(): FeatureBag {
  return createFeatureBag(512);
}

export function createPageBag(): FeatureBag {
  return createFeatureBag(768);
}

interface Phrase {
  readonly salt: number;
  readonly of: string;
  readonly length: number;
}

function addPhrase(bag: FeatureBag, text: string, { salt, of, length }: Phrase): void {
  if (text === '') return;
  const from = bag.size;
  const name = { of, text, start: 0, end: 0 };
  scanText(text, maxPhrase, (hash, start, end) => {
    name.start = start;
    name.end = end;
    bag.add(salted(hash, salt), name);
  });
  bag.level(from, length);
}

function addPageUrl(bag: FeatureBag, url: string): void {
  const from = bag.size;
  const { hostEnd, end } = splitUrl(url);
  const name = { of: 'in the URL of its page', text: url, start: 0, end: 0 };
  scanIdentifier(url, hostEnd, end, (hash, start, end) => {
    name.start = start;
    name.end = end;
    bag.add(salted(hash, salts.pageUrl), name);
  });
  bag.level(from, lengths.pageUrl);
}

const foundByNumbers: Readonly<Partial<Record<FoundBy, number>>> = { seed: 1, link: 2, text: 3, script: 4, sitemap: 5 };

function addFacts(bag: FeatureBag, { link, pool, suspicion, depth, parent }: RankedLink): void {
  const from = bag.size;
  const tenths = Math.round(10 * suspicion);
  bag.add(salted(tenths, salts.suspicion), suspicionNames[tenths]!);
  const level = Math.min(depth, deepest);
  bag.add(salted(level, salts.depth), depthNames[level]!);
  if (pool === 'probe') bag.add(salted(1, salts.fact), 'that it is probed as a service');
  else bag.add(salted(2, salts.fact), 'that it is read as a page');
  bag.add(salted(10 + (foundByNumbers[link.foundBy] ?? 0), salts.fact), 'how it was found');
  if (parent === null) bag.add(salted(3, salts.fact), 'that it stands on no page');
  else if (isSameHost(link.url, parent.url)) bag.add(salted(4, salts.fact), 'that it stays on its host');
  else bag.add(salted(5, salts.fact), 'that it leads to another host');
  bag.level(from, lengths.facts);
}

function isSameHost(one: string, other: string): boolean {
  const { hostStart, hostEnd } = splitUrl(one);
  const { hostStart: start, hostEnd: end } = splitUrl(other);
  if (hostEnd - hostStart !== end - start) return false;
  for (let at = 0; at < end - start; at++)
    if (one.charCodeAt(hostStart + at) !== other.charCodeAt(start + at)) return false;
  return true;
}
