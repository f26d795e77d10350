// docs/monitoring.md, kept true: every state, outcome, reason and item is on it, and its sums come out of the code.
import { describe, expect, it } from 'vitest';
import { metadataItems } from '../src/describe/metadata-parts.ts';
import {
  type Correctness,
  correctnessItems,
  type HealthState,
  healthStates,
  reasonCodes,
  roundOutcomes,
  type TimeClass,
} from '../src/model/monitoring.ts';
import type { Resource } from '../src/model/resource.ts';
import { scoreOf } from '../src/monitor/health/score.ts';
import { makeLayer, makeResource } from './conformance/made-records.ts';
import { codeBlocks, readPage } from './markdown.ts';

const page = readPage('docs/monitoring.md');
const rows = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name!);

it('has a row for every outcome, state and reason, and for nothing else', () => {
  expect(rows.sort()).toEqual([...roundOutcomes, ...healthStates, ...reasonCodes].sort());
});

it('names every check of correctness and every piece of metadata', () => {
  for (const item of [...correctnessItems, ...metadataItems]) expect(page).toContain(`\`${item}\``);
});

interface Example {
  readonly daysAgo: readonly number[];
  /** Places in the list above. */
  readonly failed: readonly number[];
  readonly firstByteMs: number | null;
  readonly timeClass: TimeClass;
  readonly passed: number;
  readonly applicable: number;
  readonly told: number;
  readonly state: HealthState;
  readonly expected: Readonly<Record<string, unknown>>;
}

const examples = codeBlocks(page)
  .filter(({ language }) => language === 'json')
  .map(({ lines }) => JSON.parse(lines.join('\n')) as Example);

/** Says as many of the things a record should say, in their order. */
function eventResource(told: number): Resource {
  const says = (item: (typeof metadataItems)[number]) => metadataItems.indexOf(item) < told;
  return makeResource('example', {
    title: says('title') ? 'Rivers of the sample province' : '',
    abstract: says('abstract') ? 'Rivers and brooks by size, surveyed every year since 1990.' : '',
    keywords: says('keywords') ? ['rivers'] : [],
    provider: says('contact')
      ? { organization: 'Office', person: null, email: 'maps@office.example', url: null }
      : null,
    accessConstraints: says('terms') ? 'CC BY 4.0' : null,
    layers: [makeLayer({ title: says('layerTitles') ? 'Rivers' : '' })],
    extent: says('extents') ? [5, 45, 9, 48] : null,
    languages: says('language') ? ['en'] : [],
  });
}

function correctnessOf({ passed, applicable }: Example): Correctness | null {
  if (applicable === 0) return null;
  const signs = correctnessItems.map((item, index) => [
    item,
    index < passed ? true : index < applicable ? false : null,
  ]);
  return Object.fromEntries(signs) as Correctness;
}

describe('worked examples', () => {
  it('are there', () => expect(examples.length).toBeGreaterThanOrEqual(6));

  it.each(examples)('$state: $expected.value', (example) => {
    const dayMs = 24 * 3_600_000;
    const nowMs = 1000 * dayMs;
    const { daysAgo, failed, firstByteMs, timeClass, state } = example;
    const rounds = daysAgo.map((days, index) => ({
      endedMs: nowMs - days * dayMs,
      timeClass,
      correctness: correctnessOf(example),
      outcome: failed.includes(index) ? ('failed' as const) : ('ok' as const),
      firstByteMs: failed.includes(index) ? null : firstByteMs,
    }));
    const succeeded = daysAgo.length - failed.length;
    const health = {
      state,
      sinceMs: 0,
      reason: null,
      rounds: rounds.length,
      succeeded,
      failedRounds: 0,
      firstFailedMs: null,
      unknownHostMs: null,
      lastRoundMs: nowMs,
    };
    const { value, band, isProvisional, cap, ...parts } = scoreOf({
      rounds,
      health,
      resource: eventResource(example.told),
      nowMs,
    });
    const points = {
      availability: parts.availability.points,
      performance: parts.performance.points,
      correctness: parts.correctness.points,
      metadata: parts.metadata.points,
    };
    expect({ ...points, value, band, isProvisional, cap }).toMatchObject(example.expected);
  });
});
