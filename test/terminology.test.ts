// Retired terms stay retired: names in the code, words of the product and habits of a translation (the list is terminology.ts).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scan, scannedFiles } from './terminology.ts';

/** What the names and texts of the first version were: each must be found if it returns. */
const formerNames: readonly string[] = [
  'crawl-bell',
  'ringBell',
  'crawl-crew',
  'crawl-attendance',
  'ClusterMember',
  'crawl-reading',
  'crawl-recording',
  'crawl-plan',
  'CrawlParts',
  'worker-places',
  'turn-gate',
  'host-turns',
  'check-turns',
  'duty',
  'check-tell',
  'check-following',
  'check-watch',
  'browser-stand-ins',
  'polite-ask',
  'lanes',
  'render-parcel',
  'strain',
  'patient-store',
  'shortly',
  'detach',
  'latest-moment',
  'base/form',
  'Desk',
  'HttpAsked',
  'HttpAnswer',
  'Who',
  'nobody',
  'serving',
  'Situation',
  'geonetwork-said',
  'glance',
  'catalog/lines',
  'way',
  'best-way',
  'way-words',
  'telling',
  'page-signs',
  'telling-words',
  'why-nothing',
  'without-code',
  'outside-kind',
  'outside-connector',
  'documents-at-hand',
  'journey',
  'flight',
  'takeOff',
  'draft',
  'tending',
  'wanted',
  'search-wish',
  'near-words',
  'meant-words',
  'fold-copies',
  'spread-hosts',
  'figure-board',
  'admit',
  'route-rights',
  'Finding',
  'Found',
];

const formerTexts: readonly string[] = [
  'take all records of catalogs; what was broken off goes on by itself',
  'Broken off, it goes on where it stood; asked again, it takes only what changed.',
  'Each service is asked for what it is there for',
  'recognized by what they answer, large files by a few kilobytes of them',
  'Search with reasons',
  'a code for everything that went wrong',
  'doors for other programs',
  'list datasets and services that are there several ways',
  '4 of 4 that are there several ways, 10 ways in all.',
  '"forest" also as forests, tree (--without … leaves it out)',
  'for it speaks that its host is new',
  'its suspicion of 0.9',
  'let somebody in',
  'This password will not do: …',
  'A few words in a row will.',
  'Become its first administrator, within a day',
  'Without accounts: whoever uses this machine may do everything here.',
  '29 of 29 records taken into copy.db',
  '0 were seen later here, 0 refused.',
  'it is no JSON',
  'kind is missing, or no kind',
  'There is no nope.',
  'bk.db is there already.',
  '13 URLs of endless series',
  "beyond a host's budget were left out",
  '- **Happened:** x',
  '- **Crawler:** x',
  '- **You:** x',
  'Everything found is asked again from time to time',
  'the way a user would ask it',
  'What is left waits for hosts that do not answer',
  'asked us to come back later',
  "'Sort of thing'",
  "'Works?'",
  "'See it'",
  "'Its own description'",
  "'Being visited'",
  "'Just read'",
  "'Hold the list'",
  "'Light or dark'",
  "'How it was found'",
  "'works in part'",
  "'wants a login'",
  "'does not answer'",
  "'is gone'",
  "'may not be checked'",
  'What changed lately',
  'Down for the longest time',
  'touch the area',
  'lie inside it',
  'cover all of it',
  'title matches "forest"',
  'keywords match "forest"',
  '3 datasets match "forest"',
  'This search elsewhere',
  'The service did not draw it.',
  "'GEOPACKAGE'",
  "'OGC-API-RECORDS'",
  "'SCHEMA-ORG'",
];

describe('the scan for retired terms', () => {
  it.each([
    ['src/crawl/crawl-bell.ts', '', 'names'],
    ['src/serve/glance.test.ts', '', 'names'],
    ['src/a.ts', 'const crew = createCrew();', 'names'],
    ['src/a.ts', 'export interface ClusterMember {}', 'names'],
    ['src/a.ts', 'type HttpAnswer = string;', 'names'],
    ['src/a.ts', 'const best = bestWay(record);', 'names'],
    ['src/a.ts', "const summary = 'take all records of catalogs';", 'product'],
    ['docs/a.md', 'Datasets and services that are there\nseveral ways.', 'product'],
    ['docs/a.md', '- **Happened:** The host was down.', 'product'],
    ['src/a.ts', "const label = 'OGC-API-RECORDS';", 'product'],
    ['src/a.ts', "const message = 'This is no number.';", 'habits'],
    ['src/a.ts', '// The crawl goes\n// on from here.', 'habits'],
    ['docs/a.md', 'The file lies in the folder, for whoever reads it.', 'habits'],
  ])('finds one in %s: %s', (file, text, group) => {
    expect(scan(file, text).map((match) => match.group)).toContain(group);
  });

  it.each([
    ['src/a.ts', 'const always = gateway(answer, inFlightRequests, preflight, landCover);'],
    ['src/a.ts', '// The answer of a survey. There is no limit, and it is no longer pending.'],
    ['docs/a.md', 'A proxy stands in for the server. It takes into account the crawl delay.'],
    ['src/base/text/plan-text.ts', 'export const planText = 1;'],
  ])('accepts %s: %s', (file, text) => {
    expect(scan(file, text)).toEqual([]);
  });
});

it.each(formerNames)('finds %s in a file name or an identifier', (name) => {
  const path = name.includes('/') ? `src/${name}.ts` : `src/crawl/${name}.ts`;
  const type = name.replaceAll(/(?:^|[-/])(\w)/g, (_, letter: string) => letter.toUpperCase());
  const variable = type.charAt(0).toLowerCase() + type.slice(1);
  const found = [...scan(path, ''), ...scan('src/a.ts', `interface ${type} {} const ${variable} = 1;`)];
  expect(found.map(({ group }) => group)).toContain('names');
});

it.each(formerTexts)('finds "%s"', (text) => {
  expect(scan('docs/a.md', text).map(({ group }) => group)).not.toEqual([]);
});

it('finds none in this repository', () => {
  const matches = scannedFiles().flatMap((file) =>
    scan(file, readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line} ${text}`),
  );
  expect(matches).toEqual([]);
}, 300_000);
