// Topics at rest: as they were read, and the corrections that win over them.
import type { Layer } from '../model/resource.ts';
import type { Topic, TopicCorrection } from '../model/topic.ts';
import type { TopicsOfResource } from '../model/topic-reader.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { listColumn, readListColumn } from './columns.ts';

export interface TopicRows {
  /** Version of what read the stored topics; null where there are none. */
  versionOf(rid: number): string | null;
  replace(rid: number, version: string, read: TopicsOfResource): void;
  /** Topics and languages as people see them, corrections applied; undefined where nobody has read any. */
  read(
    rid: number,
    id: string,
  ): { readonly topics: readonly Topic[]; readonly languages: readonly string[] } | undefined;
  /** The same layers with their topics. */
  withTopics(rid: number, id: string, layers: readonly Layer[]): readonly Layer[];
  /** Some of them with their topics, by position. */
  withOwn(rid: number, id: string, layers: ReadonlyMap<number, Layer>): ReadonlyMap<number, Layer>;
  correct(id: string, correction: TopicCorrection): void;
  forget(id: string, layer: string | null, topic: string): void;
  corrections(id: string): readonly TopicCorrection[];
}

export function openTopicRows(database: SqlDatabase): TopicRows {
  const select = database.prepare('SELECT version, topics, languages FROM resource_topic WHERE rid = ?');
  const stored = (rid: number) =>
    select.get(rid) as { version: string; topics: string | null; languages: string | null } | undefined;
  const ofLayers = database.prepare('SELECT position, topics FROM layer_topic WHERE rid = ?');
  const ofLayer = database.prepare('SELECT topics FROM layer_topic WHERE rid = ? AND position = ?');
  const { corrections, correct, forget } = openCorrections(database);
  return {
    versionOf: (rid) => stored(rid)?.version ?? null,
    replace: openReplace(database),
    read: (rid, id) => {
      const row = stored(rid);
      const own = corrections(id).filter(({ layer }) => layer === null);
      if (row === undefined && own.length === 0) return undefined;
      const topics = corrected(readListColumn<Topic>(row?.topics ?? null), own);
      return { topics, languages: readListColumn(row?.languages ?? null) };
    },
    withTopics: (rid, id, layers) => {
      const rows = ofLayers.all(rid) as { position: number; topics: string }[];
      const read = new Map(rows.map(({ position, topics }) => [position, topics]));
      const all = corrections(id).filter(({ layer }) => layer !== null);
      if (read.size === 0 && all.length === 0) return layers;
      return layers.map((layer, position) => withTopics(layer, read.get(position) ?? null, all));
    },
    withOwn: (rid, id, layers) => {
      const all = layers.size === 0 ? [] : corrections(id);
      const entries = [...layers].map(([position, layer]) => {
        const row = ofLayer.get(rid, position) as { topics: string } | undefined;
        return [position, withTopics(layer, row?.topics ?? null, all)] as const;
      });
      return new Map(entries);
    },
    correct,
    forget,
    corrections,
  };
}

function withTopics(layer: Layer, stored: string | null, corrections: readonly TopicCorrection[]): Layer {
  const own = corrections.filter((correction) => correction.layer !== null && correction.layer === layer.name);
  const topics = corrected(readListColumn<Topic>(stored), own);
  return topics.length === 0 ? layer : { ...layer, topics };
}

function openReplace(database: SqlDatabase): TopicRows['replace'] {
  const set = database.prepare(
    'INSERT OR REPLACE INTO resource_topic(rid, version, topics, languages) VALUES(?, ?, ?, ?)',
  );
  const clear = database.prepare('DELETE FROM layer_topic WHERE rid = ?');
  const insert = database.prepare('INSERT INTO layer_topic(rid, position, topics) VALUES(?, ?, ?)');
  return (rid, version, { topics, layers, languages }) => {
    set.run(rid, version, listColumn(topics), listColumn(languages));
    clear.run(rid);
    for (const [position, own] of layers.entries()) if (own.length > 0) insert.run(rid, position, JSON.stringify(own));
  };
}

function openCorrections(database: SqlDatabase): Pick<TopicRows, 'correct' | 'forget' | 'corrections'> {
  const select = database.prepare(`SELECT layer, topic, verdict, made_ms AS "madeMs" FROM topic_correction
    WHERE id = ? ORDER BY layer, topic`);
  const set = database.prepare(
    'INSERT OR REPLACE INTO topic_correction(id, layer, topic, verdict, made_ms) VALUES(?, ?, ?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM topic_correction WHERE id = ? AND layer = ? AND topic = ?');
  return {
    correct: (id, { layer, topic, verdict, madeMs }) => {
      set.run(id, layer ?? '', topic, verdict, madeMs);
    },
    forget: (id, layer, topic) => {
      remove.run(id, layer ?? '', topic);
    },
    corrections: (id) =>
      (select.all(id) as (TopicCorrection & { layer: string })[]).map((row) => ({
        ...row,
        layer: row.layer === '' ? null : row.layer,
      })),
  };
}

/** What people added comes first, what they removed is gone. */
function corrected(topics: readonly Topic[], corrections: readonly TopicCorrection[]): readonly Topic[] {
  if (corrections.length === 0) return topics;
  const said = new Set(corrections.map(({ topic }) => topic));
  const added = corrections.filter(({ verdict }) => verdict === 'add');
  return [
    ...added.map(({ topic }): Topic => ({ id: topic, confidence: 1, words: [], by: 'user' })),
    ...topics.filter(({ id }) => !said.has(id)),
  ];
}
