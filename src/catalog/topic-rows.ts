// Stored topics: computed ones, and corrections that override them.
import type { Layer, Resource } from '../model/resource.ts';
import type { Topic, TopicCorrection } from '../model/topic.ts';
import type { TopicsOfResource } from '../model/topic-reader.ts';
import { rowList, withRequested } from '../store/sql/row-list.ts';
import { insertion, placeholders, statement, type Work } from '../store/sql/sql.ts';
import { listColumn, readListColumn } from './columns.ts';
import type { LayerRef } from './layer-rows.ts';

interface TopicRow {
  readonly version: string;
  readonly topics: string | null;
  readonly languages: string | null;
}

const stored = statement<TopicRow>('SELECT version, topics, languages FROM resource_topic WHERE rid = ?');
const ofLayers = statement<{ position: number; topics: string }>(
  'SELECT position, topics FROM layer_topic WHERE rid = ?',
);
const ofSome = (count: number) =>
  statement<{ position: number; topics: string }>(
    `SELECT position, topics FROM layer_topic WHERE rid = ? AND position IN (${placeholders(count)})`,
  );
const ofAll = statement<{ n: number; topics: string }>(
  withRequested(
    { rid: 'number', position: 'number' },
    'SELECT n, topics FROM asked JOIN layer_topic ON layer_topic.rid = asked.rid AND layer_topic.position = asked.position',
  ),
);
const set = statement(`INSERT INTO resource_topic(rid, version, topics, languages) VALUES(?, ?, ?, ?)
  ON CONFLICT(rid) DO UPDATE SET version = excluded.version, topics = excluded.topics, languages = excluded.languages`);
const clearLayers = statement('DELETE FROM layer_topic WHERE rid = ?');
const insertLayers = insertion('INSERT INTO layer_topic(rid, position, topics) VALUES(?, ?, ?)');
const correctionsOf = statement<TopicCorrection & { layer: string }>(`SELECT layer, topic, verdict, made_ms AS "madeMs"
  FROM topic_correction WHERE id = ? ORDER BY layer, topic`);
const correctionsOfAll = statement<TopicCorrection & { id: string; layer: string }>(
  withRequested(
    { id: 'text' },
    `SELECT asked.id, layer, topic, verdict, made_ms AS "madeMs"
      FROM asked JOIN topic_correction ON topic_correction.id = asked.id ORDER BY layer, topic`,
  ),
);
const setCorrection = statement(`INSERT INTO topic_correction(id, layer, topic, verdict, made_ms) VALUES(?, ?, ?, ?, ?)
  ON CONFLICT(id, layer, topic) DO UPDATE SET verdict = excluded.verdict, made_ms = excluded.made_ms`);
const removeCorrection = statement('DELETE FROM topic_correction WHERE id = ? AND layer = ? AND topic = ?');

export const topicRows = {
  /** Version of the classifier; null without topics. */
  *versionOf(rid: number): Work<string | null> {
    return (yield* stored.get(rid))?.version ?? null;
  },
  *replace(rid: number, version: string, { topics, layers, languages }: TopicsOfResource): Work<void> {
    yield* set.run(rid, version, listColumn(topics), listColumn(languages));
    yield* clearLayers.run(rid);
    const rows = layers.flatMap((own, position) => (own.length > 0 ? [[rid, position, JSON.stringify(own)]] : []));
    yield* insertLayers(rows);
  },
  /** Topics and languages with corrections applied; undefined if never classified. */
  *read(rid: number, id: string): Work<Required<Pick<Resource, 'topics' | 'languages'>> | undefined> {
    const row = yield* stored.get(rid);
    const own = (yield* corrections(id)).filter(({ layer }) => layer === null);
    if (row === undefined && own.length === 0) return undefined;
    const topics = corrected(readListColumn<Topic>(row?.topics ?? null), own);
    return { topics, languages: readListColumn(row?.languages ?? null) };
  },
  /** The layers of a record with their topics. */
  *withTopics(rid: number, id: string, layers: readonly Layer[]): Work<readonly Layer[]> {
    const read = new Map((yield* ofLayers.all(rid)).map(({ position, topics }) => [position, topics]));
    const all = (yield* corrections(id)).filter(({ layer }) => layer !== null);
    if (read.size === 0 && all.length === 0) return layers;
    return layers.map((layer, position) => withTopics(layer, read.get(position) ?? null, all));
  },
  /** Some layers of a record with their topics, by position. */
  *withOwn(rid: number, id: string, layers: ReadonlyMap<number, Layer>): Work<ReadonlyMap<number, Layer>> {
    if (layers.size === 0) return layers;
    const all = yield* corrections(id);
    const rows = yield* ofSome(layers.size).all(rid, ...layers.keys());
    const read = new Map(rows.map(({ position, topics }) => [position, topics]));
    return new Map(
      [...layers].map(([position, layer]) => [position, withTopics(layer, read.get(position) ?? null, all)]),
    );
  },
  /** Layers of several records with their topics; keys are indexes into `refs`. */
  *withOwnOfAll(
    refs: readonly (LayerRef & { readonly id: string })[],
    layers: ReadonlyMap<number, Layer>,
  ): Work<ReadonlyMap<number, Layer>> {
    const rows = yield* ofAll.all(rowList(refs.map(({ rid, position }) => [rid, position])));
    const read = new Map(rows.map(({ n, topics }) => [n, topics]));
    const ids = [...new Set(refs.map(({ id }) => id))];
    const all = yield* correctionsOfAll.all(rowList(ids.map((id) => [id])));
    const own = (at: number) => all.filter(({ id, layer }) => id === refs[at]!.id && layer !== '');
    return new Map([...layers].map(([at, layer]) => [at, withTopics(layer, read.get(at) ?? null, own(at))]));
  },
  *correct(id: string, { layer, topic, verdict, madeMs }: TopicCorrection): Work<void> {
    yield* setCorrection.run(id, layer ?? '', topic, verdict, madeMs);
  },
  *forget(id: string, layer: string | null, topic: string): Work<void> {
    yield* removeCorrection.run(id, layer ?? '', topic);
  },
  corrections,
};

function withTopics(layer: Layer, stored: string | null, corrections: readonly TopicCorrection[]): Layer {
  const own = corrections.filter((correction) => correction.layer !== null && correction.layer === layer.name);
  const topics = corrected(readListColumn<Topic>(stored), own);
  return topics.length === 0 ? layer : { ...layer, topics };
}

function* corrections(id: string): Work<readonly TopicCorrection[]> {
  return (yield* correctionsOf.all(id)).map((row) => ({ ...row, layer: row.layer === '' ? null : row.layer }));
}

/** Added topics come first, removed ones are dropped. */
function corrected(topics: readonly Topic[], corrections: readonly TopicCorrection[]): readonly Topic[] {
  if (corrections.length === 0) return topics;
  const overridden = new Set(corrections.map(({ topic }) => topic));
  const added = corrections.filter(({ verdict }) => verdict === 'add');
  return [
    ...added.map(({ topic }): Topic => ({ id: topic, confidence: 1, words: [], by: 'user' })),
    ...topics.filter(({ id }) => !overridden.has(id)),
  ];
}
