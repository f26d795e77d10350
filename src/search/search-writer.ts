// Makes records findable: writes their words and boxes.
import type { Resource } from '../model/resource.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { boxesOf, readSearchExtent } from './extent-relation.ts';
import { readRecordWords } from './record-words.ts';

export function openSearchWriter(database: SqlDatabase): (resource: Resource) => void {
  const find = database.prepare('SELECT rid FROM search_record WHERE id = ?');
  // Not one upsert: a statement that may have to undo itself makes FTS5 write out its buffer, four times slower in bulk.
  const add = database.prepare(
    'INSERT INTO search_record(id, kind, west, south, east, north) VALUES(?, ?, ?, ?, ?, ?)',
  );
  const move = database.prepare('UPDATE search_record SET west = ?, south = ?, east = ?, north = ? WHERE rid = ?');
  const forgetText = database.prepare(`INSERT INTO search_text(search_text, rowid, title, keywords, layers, abstract,
    provider, address) SELECT 'delete', rid, title, keywords, layers, abstract, provider, address
    FROM search_words WHERE rid = ?`);
  // An R*Tree looks up one id at once, but scans for a range of them.
  const forgetBox = database.prepare('DELETE FROM search_box WHERE box = ?');
  const setWords = database.prepare('INSERT OR REPLACE INTO search_words VALUES(?, ?, ?, ?, ?, ?, ?)');
  const addText = database.prepare(`INSERT INTO search_text(rowid, title, keywords, layers, abstract, provider, address)
    VALUES(?, ?, ?, ?, ?, ?, ?)`);
  const addBox = database.prepare('INSERT INTO search_box(box, west, south, east, north) VALUES(?, ?, ?, ?, ?)');
  const forgetTopics = database.prepare('DELETE FROM search_topic WHERE rid = ?');
  const addTopic = database.prepare('INSERT INTO search_topic(rid, topic, confidence) VALUES(?, ?, ?)');
  const forget = (rid: number) => {
    // The index keeps no copy of the text: it must be told the old words to forget them.
    forgetText.run(rid);
    for (const box of [2 * rid, 2 * rid + 1]) forgetBox.run(box);
    forgetTopics.run(rid);
  };
  return (resource) => {
    const extent = resource.extent && readSearchExtent(resource.extent);
    const known = find.get(resource.id) as { rid: number } | undefined;
    const bounds = extent ?? [null, null, null, null];
    const rid = known?.rid ?? Number(add.run(resource.id, resource.kind, ...bounds).lastInsertRowid);
    if (known !== undefined) {
      move.run(...bounds, rid);
      forget(rid);
    }
    const { title, keywords, layers, abstract, provider, address } = readRecordWords(resource);
    const row = [rid, title, keywords, layers, abstract, provider, address] as const;
    setWords.run(...row);
    addText.run(...row);
    for (const [topic, confidence] of topicsOf(resource)) addTopic.run(rid, topic, confidence);
    if (extent !== null) for (const [n, box] of boxesOf(extent).entries()) addBox.run(2 * rid + n, ...box);
  };
}

/** Its own topics, which those of its layers are part of, and what people added to layers. */
function topicsOf({ topics = [], layers }: Resource): ReadonlyMap<string, number> {
  const added = layers.flatMap((layer) => (layer.topics ?? []).filter(({ by }) => by === 'user'));
  return new Map([...added, ...topics].map(({ id, confidence }) => [id, confidence]));
}
