import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { languages } from './languages.ts';
import { makeManifest } from './manifest.ts';
import { standardWeb } from './settings.ts';
import { kinds } from './skeleton.ts';
import { serviceWords, siteWords, topics } from './topics.ts';
import { makeWeb, type SimulatedWeb } from './web.ts';

const web = makeWeb({ ...standardWeb, documents: 4000 });

/** Everything reachable from the seeds. */
function reachable({ seeds, linksOf }: SimulatedWeb): Set<number> {
  const known = new Set(seeds);
  for (const at of known) for (const target of linksOf(at)) known.add(target);
  return known;
}

function describePage(from: SimulatedWeb, at: number): unknown[] {
  const targets = from.linksOf(at);
  const links = targets.map((target, place) => [from.anchor(at, place, target), from.window(at, place, target)]);
  return [from.urlOf(at), from.title(at), from.text(at), targets, links];
}

it('generates the same page for the same seed and number, in any order', () => {
  const again = makeWeb(web.settings);
  const forward = [5, 50, 500].map((at) => describePage(web, at));
  const backward = [500, 50, 5].map((at) => describePage(again, at)).reverse();
  expect(backward).toEqual(forward);
  const other = makeWeb({ ...web.settings, seed: 2 });
  expect(describePage(other, 50)).not.toEqual(forward[1]);
});

it('is completely reachable, with unique URLs', () => {
  const known = reachable(web);
  const { kind, size } = web.skeleton;
  const lost = Array.from({ length: size }, (_, at) => at).filter(
    (at) => !known.has(at) && web.stateOf(at) !== 'unborn',
  );
  expect(lost).toEqual([]);
  expect(new Set(Array.from({ length: size }, (_, at) => web.urlOf(at))).size).toBe(size);
  expect(Array.from(known).filter((at) => kind[at] === kinds.dead).length).toBeGreaterThan(50);
});

it('has about one service per hundred addresses, six to eight per server, listed in the manifest', () => {
  const large = makeWeb({ ...standardWeb, documents: 200_000 });
  const { services, servers, seeds } = makeManifest(large);
  expect(services.length / large.skeleton.size).toBeGreaterThan(0.007);
  expect(services.length / large.skeleton.size).toBeLessThan(0.013);
  expect(services.length / servers).toBeGreaterThan(6);
  expect(services.length / servers).toBeLessThan(8);
  expect(seeds.length).toBeGreaterThan(5);
  const first = large.services[0]!;
  const list = large.skeleton.parent[first]!;
  expect(services[0]).toMatchObject({ url: large.urlOf(first), listedOn: large.urlOf(list) });
  expect(large.linksOf(list)).toContain(first);
});

it('has monthly births and deaths of services as published', () => {
  const settings = { ...standardWeb, documents: 200_000 };
  const before = new Set(makeWeb(settings).services);
  const after = new Set(makeWeb({ ...settings, month: 6 }).services);
  const died = [...before].filter((at) => !after.has(at)).length / before.size;
  const born = [...after].filter((at) => !before.has(at)).length / before.size;
  expect(died).toBeGreaterThan(0.1);
  expect(died).toBeLessThan(0.2);
  expect(born).toBeGreaterThan(0.14);
  expect(born).toBeLessThan(0.26);
});

it('fails intermittently on unreliable hosts', () => {
  const { hosts, size, hostOf } = web.skeleton;
  const shaky = Array.from({ length: size }, (_, at) => at).filter((at) => hosts[hostOf[at]!]!.failure > 0);
  const failed = shaky.filter((at) => web.visit(at, 1) === 'failed');
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThan(shaky.length / 2);
  expect(failed.some((at) => web.visit(at, 2) !== 'failed')).toBe(true);
});

it('is the calibrated web: after a change, calibration and all experiments must be repeated', () => {
  const frozen = makeWeb({ seed: 5, documents: 3000, month: 0 });
  const hash = createHash('sha1');
  for (let at = 0; at < frozen.skeleton.size; at += 10) hash.update(JSON.stringify(describePage(frozen, at)));
  expect(hash.digest('hex')).toBe('b894560e1232bb0d65324fd4c39de74bd0754106');
});

it('writes other dialects with the same known words and no common synthetic words', () => {
  const wordsOf = (dialect: number): Set<string> => {
    const from = makeWeb({ ...standardWeb, documents: 1000, dialect });
    const pages = [...from.skeleton.kind.keys()].filter((at) => from.skeleton.kind[at] === kinds.page);
    return new Set(pages.flatMap((page) => from.text(page).split(' ')));
  };
  const own = wordsOf(0);
  const shared = [...wordsOf(1)].filter((word) => own.has(word));
  expect(shared).toContain('geoportal');
  const known = new Set([...languages.map(({ little }) => little), ...knownTexts()].join(' ').split(' '));
  expect(shared.filter((word) => !known.has(word))).toEqual([]);
});

function knownTexts(): string[] {
  const lists = topics.flatMap(({ words, german = '', french = '', spanish = '' }) => [words, german, french, spanish]);
  return [...lists, siteWords, serviceWords, 'click here more next link this page details web map service wms server'];
}
