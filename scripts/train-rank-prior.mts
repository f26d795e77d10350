// Writes src/rank/learned-prior.json, the prior of the learned ordering. Two sources: the real URLs of
// the corpus teach what services look like; crawls of small simulated webs teach what pages around services look like.
// Run: npx tsx scripts/train-rank-prior.mts (needs the corpus beside the repository; a few minutes)
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crawlInMemory } from '../lab/crawl/crawl-in-memory.ts';
import { simulatedLinks } from '../lab/crawl/simulated-links.ts';
import { makeWeb } from '../lab/web/web.ts';
import { seededRandom } from '../src/base/random/seeded-random.ts';
import { suspicions } from '../src/identify/suspicions.ts';
import { kinds } from '../src/kinds/index.ts';
import type { RankedLink } from '../src/model/rank.ts';
import { FeatureBag, slotCount } from '../src/rank/feature-bag.ts';
import { learned } from '../src/rank/learned.ts';
import { packWeights } from '../src/rank/learned-prior.ts';
import { addTopicality, createLinkBag, fillLinkBag, fillPageBag } from '../src/rank/link-features.ts';
import { unpackFloats } from '../src/rank/saved-state.ts';
import { createValueModel } from '../src/rank/value-model.ts';
import { commonWords, geospatialWords } from './geospatial-words.mts';

/** Webs that no experiment uses. */
const webSeeds = Array.from({ length: 16 }, (_, index) => 9001 + index);
/** Their own synthetic words: what is learned of them must not apply to the webs of experiments. */
const dialect = 1;
const webDocuments = 8000;
const urlRounds = 3;
/** Large webs for training on sites: small ones have too few. */
const siteSeeds = Array.from({ length: 12 }, (_, index) => 9101 + index);
const siteDocuments = 40_000;
/** Training pages per site. */
const pagesBySite = 8;
/** Weights kept of each model, the largest: the file stays small, and small weights are mostly noise. */
const mostWeights = 4000;

const corpus = fileURLToPath(new URL('../../shared/corpus/', import.meta.url));
const target = new URL('../src/rank/learned-prior.json', import.meta.url);

function benchmarkLinks(): { readonly link: RankedLink; readonly isService: boolean }[] {
  const lines = readFileSync(`${corpus}urls-benchmark.tsv`, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [label, , url = ''] = line.split('\t');
    const link = { url, foundBy: 'link', anchor: '', window: '', nofollow: false } as const;
    const suspicion = suspicions(link, kinds)[0]?.score ?? 0;
    const pool = suspicion >= 0.5 ? 'probe' : 'page';
    return { link: { link, pool, suspicion, depth: 2, inScope: true, parent: null }, isService: label === '1' };
  });
}

/** Slots of features that occur in real data: URL terms of the benchmark, geospatial words, and features that aren't words. */
function realSlots(links: readonly { readonly link: RankedLink }[]): Set<number> {
  const slots = new Set<number>();
  const note = ({ slots: filled, size }: FeatureBag): void => {
    for (let at = 0; at < size; at++) slots.add(filled[at]!);
  };
  const linkBag = createLinkBag();
  for (const { link } of links) {
    fillLinkBag(linkBag, link);
    note(linkBag);
  }
  for (let step = 0; step <= 8; step++) {
    linkBag.clear();
    addTopicality(linkBag, step / 8, step / 8);
    addTopicality(linkBag, step / 8, null);
    note(linkBag);
  }
  const pageBag = new FeatureBag(slotCount);
  const parent = { url: 'http://a.example/', title: '', text: '', links: [], platform: null };
  const words = [...geospatialWords()];
  for (let step = 0; step < 80; step++) {
    fillPageBag(pageBag, { ...parent, text: [...words.slice(0, step), 'of', 'the', 'and'].join(' ') });
    note(pageBag);
  }
  for (const word of words) {
    const link = { url: 'http://b.example/', foundBy: 'link', anchor: word, window: word, nofollow: false } as const;
    for (let depth = 0; depth < 9; depth++) {
      fillLinkBag(linkBag, {
        link,
        pool: depth % 2 === 0 ? 'page' : 'probe',
        suspicion: depth / 8,
        depth,
        inScope: true,
        parent,
      });
      note(linkBag);
    }
    fillPageBag(pageBag, { ...parent, title: word, text: word, url: `http://a.example/${word}` });
    note(pageBag);
  }
  return slots;
}

/** And those of words common on any page. */
function commonSlots(): Set<number> {
  const slots = new Set<number>();
  const bag = new FeatureBag(slotCount);
  for (const word of commonWords()) {
    fillPageBag(bag, { url: 'http://a.example/', title: word, text: word, links: [], platform: null });
    for (let at = 0; at < bag.size; at++) slots.add(bag.slots[at]!);
  }
  return slots;
}

function trainOnUrls(links: readonly { readonly link: RankedLink; readonly isService: boolean }[]): unknown {
  const model = createValueModel(null);
  const random = seededRandom(1);
  for (let round = 0; round < urlRounds; round++) {
    const shuffled = links
      .map((link) => ({ ...link, order: random.next() }))
      .sort((one, other) => one.order - other.order);
    for (const { link, isService } of shuffled) model.learnFound(link, isService);
  }
  return model.save();
}

function trainOnWebs(start: unknown): unknown {
  let model = start;
  for (const seed of webSeeds) {
    const web = makeWeb({ seed, documents: webDocuments, month: 0, dialect });
    const ordering = learned({ seed, isBlank: true, state: { model } });
    const { foundAt, visits } = crawlInMemory({ web, ordering });
    const at = foundAt[Math.ceil(0.9 * foundAt.length) - 1] ?? 0;
    console.log(
      `web ${seed}: 90 % of ${foundAt.length} services after ${((100 * at) / visits).toFixed(1)} % of ${visits} visits`,
    );
    ({ model } = ordering.save() as { model: unknown });
  }
  return model;
}

/** Trains on pages of many sites, labeled by whether their site has services. */
function trainOnSites(start: unknown): unknown {
  const model = createValueModel(start);
  for (const seed of siteSeeds) {
    const web = makeWeb({ seed, documents: siteDocuments, month: 0, dialect });
    const { hosts, hostOf } = web.skeleton;
    const source = simulatedLinks(web);
    const having = new Set([...web.services].map((at) => hosts[hostOf[at]!]!.owner ?? hostOf[at]!));
    const random = seededRandom(seed);
    const shown = hosts.flatMap(({ number, start, pages }) =>
      Array.from({ length: Math.min(pages, pagesBySite) }, () => ({
        page: start + random.below(pages),
        has: having.has(number),
        order: random.next(),
      })),
    );
    shown.sort((one, other) => one.order - other.order);
    for (const { page, has } of shown) model.learnSite(source.page(page, 1), has);
  }
  return model.save();
}

function readWeights(packed: unknown, allowed: ReadonlySet<number>): Float32Array {
  const weights = new Float32Array(slotCount);
  unpackFloats(packed, weights);
  const known = weights.map((weight, slot) => (allowed.has(slot) ? weight : 0));
  const least = known.map(Math.abs).sort().at(-mostWeights) ?? 0;
  return known.map((weight) => (Math.abs(weight) >= least ? weight : 0));
}

const links = benchmarkLinks();
const allowed = realSlots(links);
const model = trainOnSites(trainOnWebs(trainOnUrls(links))) as Readonly<
  Record<'found' | 'leadsTo' | 'topic' | 'site', unknown>
>;
const found = readWeights(model.found, allowed);
const leadsTo = readWeights(model.leadsTo, allowed);
const topic = readWeights(model.topic, allowed);
const site = readWeights(model.site, new Set([...allowed, ...commonSlots()]));
console.log(
  `${allowed.size} slots known to real data; weights kept: ${count(found)}, ${count(leadsTo)}, ${count(topic)} and ${count(site)}`,
);
const packed = {
  found: packWeights(found),
  leadsTo: packWeights(leadsTo),
  topic: packWeights(topic),
  site: packWeights(site),
};
writeFileSync(target, `${JSON.stringify(packed, null, 2)}\n`);

function count(weights: Float32Array): number {
  return weights.reduce((sum, weight) => sum + (weight === 0 ? 0 : 1), 0);
}
