// What descriptions mean, on real documents: terms understood, placeholders and sample data told, operations read.
import { describe, expect, it } from 'vitest';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { ProblemCode } from '../../src/model/problem.ts';
import type { Description } from '../../src/model/resource.ts';
import { corpusDocument, corpusRows } from './corpus.ts';

const rows = corpusRows();

/** Names for "another one", which say nothing of the license: STAC's "proprietary" may be open (STAC 1.0, license). */
const saysNothing = /^\s*(?:other|various|proprietary|license|pycsw)\s*$|unknown|\{[{%]/i;

const textOf = ({ fees, accessConstraints }: Description) =>
  [fees, accessConstraints].filter((text) => text !== null).join(' | ');

function countBy(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.map(([value, count]) => `${value} ${count}`).join(', ');
}

describe.skipIf(rows.length === 0)('meaning of descriptions in the corpus', () => {
  const all = rows.flatMap((row) =>
    identify(corpusDocument(row), kinds).map(({ identity, description }) => ({
      row,
      kind: identity.kind,
      description,
    })),
  );

  it('understands most texts on fees and constraints', () => {
    const given = all.filter(({ description }) => textOf(description).trim() !== '');
    const complete = given.filter(({ description }) => !saysNothing.test(textOf(description)));
    const understood = complete.filter(({ description }) => description.license !== null);
    const named = given.flatMap(({ description }) => description.license?.id ?? []);
    console.log(
      `${given.length} of ${all.length} have text on fees or constraints; ${complete.length} say something, ${understood.length} of these understood`,
    );
    console.log(`licenses: ${countBy(named)}`);
    console.log(`fees: ${countBy(given.map(({ description }) => String(description.license?.fees)))}`);
    console.log(`open: ${countBy(given.map(({ description }) => String(description.license?.open)))}`);
    expect(understood.length / complete.length).toBeGreaterThan(0.9);
  });

  it('only calls open what names an open license', () => {
    const open = all.filter(({ description }) => description.license?.open === true);
    const license =
      /\bcc|creative|odbl|pddl|odc|ouverte|etalab|datenlizenz|dl-de|ogl|open government|public ?domain|apache/i;
    expect(open.length).toBeGreaterThan(50);
    for (const { description } of open) expect(textOf(description)).toMatch(license);
    for (const { description } of open)
      expect(textOf(description)).not.toMatch(/non-?commercial|rights reserved\b(?<!some rights reserved)/i);
  });

  it('recognizes placeholders and sample data', () => {
    const told: readonly ProblemCode[] = [
      ...(['title.placeholder', 'abstract.placeholder', 'provider.placeholder'] as const),
      ...(['layer.placeholder', 'layer.demo', 'service.empty'] as const),
    ];
    const count = (code: ProblemCode) =>
      all.filter(({ description }) => description.problems.some((problem) => problem.code === code)).length;
    console.log(`of ${all.length}: ${told.map((code) => `${code} ${count(code)}`).join(', ')}`);
    expect(count('title.placeholder')).toBeGreaterThan(30);
    expect(count('provider.placeholder')).toBeGreaterThan(10);
    expect(count('layer.demo')).toBeGreaterThan(10);
    const ancient = all.filter(({ description }) => /ancient geogr/i.test(description.provider?.organization ?? ''));
    for (const { description, row } of ancient)
      expect(
        description.problems.map(({ code }) => code),
        row.file,
      ).toContain('provider.placeholder');
  });

  it('reads the operations of OGC services', () => {
    // Documents of one section only have none.
    const services = all.filter(
      ({ kind, row }) =>
        /^(?:wms|wfs|wcs|wps|sos|csw)$/.test(kind) &&
        /<(?:\w+:)?(?:OperationsMetadata|Request)[ >]/.test(corpusDocument(row).text()),
    );
    const withOperations = services.filter(({ description }) => description.operations.length > 0);
    console.log(`${withOperations.length} of ${services.length} OGC services name their operations`);
    expect(withOperations.length / services.length).toBeGreaterThan(0.98);
  });
});
