// Our readers against ogc-client and OWSLib on the same real documents: the same names, titles and extents, or a reason.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { corpusRows } from '../corpus/corpus.ts';
import { describeWith } from '../servers/needs.ts';
import { compareReadings, type Difference } from './compare.ts';
import { type ComparedCorpus, type ComparedDocument, readCorpus } from './compared-corpus.ts';
import type { OurReading, Reading } from './reading.ts';
import { reasonFor, reasons } from './reasons.ts';

const rows = corpusRows();

function tally<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}

/** Readings that are wrong on purpose: a dataset lost, a title changed, an extent moved by a degree. */
function wrongReadings(ours: OurReading, theirs: Reading): readonly OurReading[] {
  const at = ours.layers.findIndex(({ name, title, extent }) =>
    theirs.layers.some(
      (other) =>
        other.name === name && name !== '' && other.title === title && (extent === null) === (other.extent === null),
    ),
  );
  const layer = ours.layers[at];
  if (layer === undefined || ours.layers.filter(({ name }) => name === layer.name).length > 1) return [];
  const { title, extent } = layer;
  const changed = [{ ...layer, title: `${title} or not` }];
  if (extent !== null) {
    const [west, south, east, north] = extent;
    changed.push({ ...layer, extent: [west + 0.7, south + 0.3, east + 0.7, north + 0.3] });
  }
  const readings = changed.map((one) => ({ ...ours, layers: ours.layers.with(at, one) }));
  return [...readings, { ...ours, layers: ours.layers.toSpliced(at, 1) }];
}

describeWith('owslib', () => {
  let corpus: ComparedCorpus = { documents: [], notOurs: [] };

  beforeAll(async () => {
    corpus = await readCorpus(rows);
  }, 300_000);

  const isRead = (document: ComparedDocument): document is ComparedDocument & { readonly theirs: Reading } =>
    !('error' in document.theirs);

  it.skipIf(rows.length === 0)(
    'names, titles and extents are the same, or the difference has a reason',
    () => {
      const all: Difference[] = [];
      for (const [group, documents] of tally(corpus.documents, ({ peer, row }) => `${peer} ${row.kind}`)) {
        const comparisons = documents.map((document) => compareReadings(document, document.theirs));
        const compared = comparisons.reduce((sum, one) => sum + one.compared, 0);
        const differences = comparisons.flatMap((one) => one.differences);
        const agreeing = comparisons.filter((one) => one.differences.length === 0).length;
        const share = ((100 * (compared - differences.length)) / compared).toFixed(1);
        console.log(
          `${group}: ${agreeing} of ${documents.length} documents agree, ${compared - differences.length} of ${compared} values (${share} %)`,
        );
        all.push(...differences);
      }
      const found = new Map(all.map((difference) => [difference, reasonFor(difference)]));
      const classes = tally(all, (difference) => `${difference.peer} ${found.get(difference)?.id ?? 'no reason'}`);
      for (const [name, [first, ...others]] of [...classes].sort()) {
        console.log(
          `${name}: ${others.length + 1}, such as ${first?.row.file} ${first?.field} ${first?.told.slice(0, 200)}`,
        );
      }
      const unexplained = all.filter((difference) => found.get(difference) === undefined);
      expect(unexplained.map(({ peer, row, field, told }) => `${peer} ${row.file} ${field}: ${told}`)).toEqual([]);
    },
    120_000,
  );

  it.skipIf(rows.length === 0)(
    'no reason excuses a reading that is wrong',
    () => {
      const excused = corpus.documents.filter(isRead).flatMap((document) => {
        const known = new Set(compareReadings(document, document.theirs).differences.map(({ told }) => told));
        return wrongReadings(document.reading, document.theirs).flatMap((reading) => {
          const { differences } = compareReadings({ ...document, reading }, document.theirs);
          const fresh = differences.filter(({ told }) => !known.has(told));
          const reason = fresh.map(reasonFor).find((found) => found !== undefined);
          return reason === undefined ? [] : [`${reason.id} ${document.peer} ${document.row.file} ${fresh[0]?.told}`];
        });
      });
      console.log(`${excused.length} wrong readings excused`);
      expect(excused).toEqual([]);
    },
    120_000,
  );

  it.skipIf(rows.length === 0)('every well-formed document a peer reads is read by us', () => {
    const lost = corpus.notOurs.filter(({ flags }) => !flags.includes('malformed') && !flags.includes('template'));
    expect(lost.map(({ file }) => file)).toEqual([]);
  });
});

it('documents every reason in docs/differential.md, and no other', () => {
  const text = readFileSync(new URL('../../docs/differential.md', import.meta.url), 'utf8');
  const told = [...text.matchAll(/^\| `([\w.-]+)` \|/gm)].map((match) => match[1]);
  expect(told).toEqual(reasons.map(({ id }) => id));
});
