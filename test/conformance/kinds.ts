// What every resource kind must do, on its fixtures and on everything else.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../src/base/document/document.ts';
import { identify } from '../../src/identify/identify.ts';
import type { Document } from '../../src/model/document.ts';
import type { ResourceKind } from '../../src/model/kind.ts';
import { problemCodes } from '../../src/model/problem.ts';

const fixtures = new URL('../../fixtures/', import.meta.url);

function fixturesOf(kind: string): readonly { readonly name: string; readonly document: Document }[] {
  const folder = new URL(`${kind}/`, fixtures);
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.md'))
    .map((name) => {
      const bytes = readFileSync(new URL(name, folder));
      return { name, document: makeDocument({ url: `http://fixtures.example/${kind}/${name}`, bytes }) };
    });
}

/** Fixtures that show what the kind is not are named so. */
const isOther = (name: string) => name.startsWith('exception');

export function testKind(kind: ResourceKind, registry: readonly ResourceKind[]): void {
  describe(`kind ${kind.id}`, () => {
    testFace(kind);
    testFixtures(kind, registry);
    testHostility(kind);
  });
}

function testFace(kind: ResourceKind): void {
  it('has a valid id, a fixture folder, a title and a specification', () => {
    expect(kind.id).toMatch(/^[a-z0-9][a-z0-9-]*$/);
    expect(existsSync(new URL(`${kind.id}/`, fixtures))).toBe(true);
    expect(kind.title).not.toBe('');
    expect(kind.specification).not.toBe('');
  });

  it('suspects with a number between 0 and 1, whatever the link', () => {
    const link = fc.record({
      url: fc.oneof(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.string().map((tail) => `http://a.org/${tail}`),
      ),
      foundBy: fc.constant('link' as const),
      anchor: fc.string(),
      window: fc.string(),
      nofollow: fc.boolean(),
    });
    fc.assert(fc.property(link, (value) => kind.suspect(value) >= 0 && kind.suspect(value) <= 1));
  });

  it('probes with few requests to the same host, all different', () => {
    for (const url of ['http://a.org', 'https://a.org:8443/x/y?map=1&request=GetMap', 'http://a.org/x.xml#frag']) {
      const urls = kind.probe(url).map((request) => request.url);
      expect(urls.length).toBeGreaterThan(0);
      expect(urls.length).toBeLessThanOrEqual(3);
      expect(new Set(urls).size).toBe(urls.length);
      for (const request of urls) expect(new URL(request).host).toBe(new URL(url).host);
    }
  });
}

function testFixtures(kind: ResourceKind, registry: readonly ResourceKind[]): void {
  it.each(fixturesOf(kind.id))('is the first to claim $name, or ignores it', ({ name, document }) => {
    const discoveries = identify(document, registry);
    const found = discoveries.map(({ identity }) => identity.kind);
    // One document may hold several resources: a WCS with its WCPS.
    if (isOther(name)) expect(found).toEqual([]);
    else expect(found).toContain(kind.id);
    const discovery = discoveries.find(({ identity }) => identity.kind === kind.id);
    if (discovery === undefined) return;
    const { description } = discovery;
    expect(description.layers.length).toBeLessThanOrEqual(description.layerCount);
    for (const { code, message } of description.problems) {
      expect(problemCodes).toContain(code);
      expect(message).not.toBe('');
    }
    for (const link of description.links) expect(link.url).toMatch(/^https?:\/\//);
    // A description is data: it survives being stored.
    expect(JSON.parse(JSON.stringify(discovery))).toEqual(discovery);
  });

  it('ignores the fixtures of other kinds', () => {
    for (const other of registry.filter(({ id }) => id !== kind.id)) {
      for (const { document } of fixturesOf(other.id)) {
        const found = identify(document, registry).map(({ identity }) => identity.kind);
        if (!found.includes(other.id)) expect(found).not.toContain(kind.id);
      }
    }
  });
}

function testHostility(kind: ResourceKind): void {
  it('never throws on any bytes', () => {
    const samples = fixturesOf(kind.id).map(({ document }) => document.bytes);
    const cut = fc
      .tuple(fc.constantFrom(...samples), fc.nat(), fc.uint8Array({ maxLength: 20 }))
      .map(([bytes, at, noise]) => Buffer.concat([bytes.subarray(0, at % (bytes.length + 1)), noise]));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), cut), (bytes) => {
        const document = makeDocument({ url: 'http://a.org/x', bytes });
        for (const identity of kind.identify(document)) kind.describe(document, identity);
      }),
      { numRuns: 300 },
    );
  });
}
