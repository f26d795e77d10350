// Search quality on the judged collection: with all expansions, and without each of them.
import type { SearchExpansion, SearchQuery } from '../../src/model/search.ts';
import { expandByLexicon } from '../../src/search/query-synonyms.ts';
import { openSqliteSearch } from '../../src/search/sqlite/sqlite-search.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { gradeOf, type JudgedQuery, type JudgedRecord, readCollection, readQueries } from './read-collection.ts';

export interface Quality {
  /** Means over the queries. */
  readonly ndcg10: number;
  readonly recall20: number;
  /** Of records in the language of the query, and of the others. */
  readonly recallSame: number;
  readonly recallOther: number;
}

export interface SearchQuality {
  readonly records: number;
  readonly queries: number;
  readonly languages: readonly string[];
  readonly byVariant: Readonly<Record<string, Quality>>;
}

type Variant = (query: SearchQuery, expansions: readonly SearchExpansion[]) => SearchQuery;

const withoutKind =
  (kind: SearchExpansion['kind']): Variant =>
  (query, expansions) => ({ ...query, without: expansions.filter((each) => each.kind === kind).map(({ id }) => id) });

const variants: Readonly<Record<string, Variant>> = {
  everything: (query) => query,
  'without other languages': withoutKind('concept'),
  'without places': withoutKind('place'),
  'without corrected spelling': withoutKind('spelling'),
  'words as they are': (query) => ({ ...query, expand: false }),
};

export async function measureSearch(): Promise<SearchQuality> {
  const records = readCollection();
  const byId = new Map(records.map((record) => [record.resource.id, record]));
  const store = openSqlite(':memory:');
  const search = openSqliteSearch(store, {
    read: async (id) => byId.get(id)?.resource ?? null,
    expand: expandByLexicon,
  });
  await store.transact(async (transaction) => {
    for (const { resource } of records) await search.index(transaction, resource);
  });
  const queries = readQueries();
  const byVariant: Record<string, Quality> = {};
  for (const [name, variant] of Object.entries(variants)) {
    const measured: Quality[] = [];
    for (const query of queries) {
      const { expansions } = await search.find({ words: query.words });
      const { hits } = await search.find(variant({ words: query.words, limit: 20 }, expansions));
      measured.push(
        judge(
          query,
          hits.map(({ id }) => byId.get(id)!),
          records,
        ),
      );
    }
    byVariant[name] = meanOf(measured);
  }
  await store.close();
  const languages = [...new Set(queries.map(({ language }) => language))].sort();
  return { records: records.length, queries: queries.length, languages, byVariant };
}

/** nDCG with gains of 2^grade - 1 and the logarithm of the rank; recall of everything graded 3. NaN if there is nothing to find. */
function judge(query: JudgedQuery, found: readonly JudgedRecord[], all: readonly JudgedRecord[]): Quality {
  const gain = (grades: readonly number[]) =>
    grades.slice(0, 10).reduce((sum, grade, n) => sum + (2 ** grade - 1) / Math.log2(n + 2), 0);
  const ideal = all.map((record) => gradeOf(query, record)).sort((one, other) => other - one);
  const recallOf = (isSelected: (record: JudgedRecord) => boolean) => {
    const relevant = all.filter((record) => gradeOf(query, record) === 3 && isSelected(record));
    return relevant.filter((record) => found.includes(record)).length / Math.min(20, relevant.length);
  };
  const isSame = ({ resource }: JudgedRecord) => resource.languages?.[0] === query.language;
  return {
    ndcg10: gain(found.map((record) => gradeOf(query, record))) / gain(ideal),
    recall20: recallOf(() => true),
    recallSame: recallOf(isSame),
    recallOther: recallOf((record) => !isSame(record)),
  };
}

function meanOf(measured: readonly Quality[]): Quality {
  const mean = (name: keyof Quality) => {
    const values = measured.map((each) => each[name]).filter((value) => !Number.isNaN(value));
    return Math.round((1000 * values.reduce((sum, value) => sum + value, 0)) / values.length) / 1000;
  };
  return {
    ndcg10: mean('ndcg10'),
    recall20: mean('recall20'),
    recallSame: mean('recallSame'),
    recallOther: mean('recallOther'),
  };
}
