// Stored harvests: the state of each and its records, written together.
import { createHash } from 'node:crypto';
import { endpointKey } from '../base/url/endpoint.ts';
import { maskSecrets } from '../base/url/url.ts';
import { emptyLayer } from '../describe/empty-description.ts';
import type { CatalogRecord, Connector } from '../model/connector.ts';
import type { Layer } from '../model/resource.ts';
import type { Store, Transaction } from '../model/store.ts';
import { lockByName, statement, type Work, within } from '../store/sql/sql.ts';
import { clearBranches } from './branch-table.ts';
import { type Harvest, isComplete, type PageUpdate, startHarvest, type WalkState } from './harvest-state.ts';
import { writeLinks } from './record-links.ts';
import { detailsOf, extentOf, type RecordRow, recordKey, shownId } from './record-row.ts';

export interface OpenOptions {
  readonly connector: Connector;
  readonly endpoint: string;
  /** Only changes since then. By default since the newest record of the last full harvest. */
  readonly since?: string | undefined;
  /** Everything again. */
  readonly isFull?: boolean | undefined;
  readonly nowMs: number;
}

interface HarvestRow {
  readonly id: number;
  readonly run: number;
  readonly step: number;
  readonly state: string;
  readonly isDone: number;
  readonly newest: string;
}

const findHarvest = statement<HarvestRow>(`SELECT harvest_id AS id, run, step, state, is_done AS "isDone", newest
  FROM harvest WHERE kind = ? AND endpoint_key = ?`);
const setEndpoint = statement('UPDATE harvest SET endpoint = ? WHERE harvest_id = ?');
const beginAgain = statement(
  'UPDATE harvest SET run = run + 1, step = 0, state = ?, is_done = 0, started_ms = ? WHERE harvest_id = ?',
);
const insertHarvest = statement<{ id: number }>(
  `INSERT INTO harvest(kind, endpoint_key, endpoint, run, step, state, is_done, newest, started_ms)
   VALUES(?, ?, ?, 1, 0, ?, 0, '', ?) RETURNING harvest_id AS id`,
);

/** The harvest to resume, or a new one of the same catalog. */
export function openHarvest(store: Store, options: OpenOptions): Promise<Harvest> {
  return store.transact((transaction) => within(transaction, () => openInside(options)));
}

function* openInside(options: OpenOptions): Work<Harvest> {
  const { connector, endpoint, nowMs } = options;
  const key = endpointKey(endpoint);
  yield* lockByName(`harvest ${connector.kind} ${key}`);
  const found = yield* findHarvest.get(connector.kind, key);
  const before = found === undefined ? null : (JSON.parse(found.state) as WalkState);
  const shown = maskSecrets(endpoint);
  if (found !== undefined) yield* setEndpoint.run(shown, found.id);
  if (found !== undefined && before !== null && found.isDone === 0) {
    if (canResume(before, options)) return { ...found, state: before, isResumed: true };
    // Its branches would be harvested in the new one.
    yield* clearBranches(found.id);
  }
  const newest = found === undefined || found.newest === '' || !connector.canFilter ? null : found.newest;
  const since = options.isFull ? null : (options.since ?? newest);
  const first = connector.begin?.(since, nowMs);
  // A better request variant may have failed only that day.
  const variant = options.isFull ? 0 : (before?.variant ?? 0);
  const closedBefore = before?.closed ?? 0;
  const state = startHarvest(connector, { since, variant, closedBefore, ...(first === undefined ? {} : { first }) });
  const text = JSON.stringify(state);
  if (found !== undefined) {
    yield* beginAgain.run(text, nowMs, found.id);
    return { id: found.id, run: found.run + 1, step: 0, state, isResumed: false };
  }
  const { id } = (yield* insertHarvest.get(connector.kind, key, shown, text, nowMs))!;
  return { id, run: 1, step: 0, state, isResumed: false };
}

/** An interrupted incremental harvest is incomplete, also for earlier start times. */
function canResume({ since: begun }: WalkState, { isFull, since }: OpenOptions): boolean {
  return begun === null || (isFull !== true && (since === undefined || since >= begun));
}

export interface StoredPage extends PageUpdate {
  /** The new or changed records. */
  readonly fresh: readonly CatalogRecord[];
}

interface KnownRow {
  readonly modified: string;
  readonly hash: string;
  readonly run: number;
  readonly pass: number;
  readonly goneMs: number | null;
}

const find = statement<KnownRow>(`SELECT modified, content_hash AS hash, run, pass, gone_ms AS "goneMs"
  FROM harvest_record WHERE harvest_id = ? AND id = ?`);
const touch = statement('UPDATE harvest_record SET run = ?, pass = ? WHERE harvest_id = ? AND id = ?');
const noExtent = [null, null, null, null];
const written = `modified, content_hash, title, abstract, west, south, east, north, links, run, pass, details`.split(
  ', ',
);
const write = statement(`INSERT INTO harvest_record(harvest_id, id, ${written.join(', ')})
  VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(harvest_id, id)
  DO UPDATE SET gone_ms = NULL, ${written.map((column) => `${column} = excluded.${column}`).join(', ')}`);

/** Stores the records of one page; returns which are new. Repeated records are stored once. */
export function* keepRecords(
  { id: harvest, run, state }: Harvest,
  records: readonly CatalogRecord[],
): Work<StoredPage> {
  const fresh: CatalogRecord[] = [];
  let newInRun = 0;
  let newInPass = 0;
  for (const record of records) {
    const hash = hashOf(record);
    const key = recordKey(record.id, hash);
    const known = yield* find.get(harvest, key);
    if (known?.run !== run) newInRun++;
    if (known?.run !== run || known.pass !== state.pass) newInPass++;
    if (known !== undefined && known.goneMs === null && known.modified === record.modified && known.hash === hash) {
      yield* touch.run(run, state.pass, harvest, key);
      continue;
    }
    fresh.push(record);
    const { modified, title, abstract, extent, links } = record;
    const linked = links.length === 0 ? null : JSON.stringify(links);
    const details = detailsOf(record);
    const columns = [modified, hash, title, abstract, ...(extent ?? noExtent), linked, run, state.pass];
    yield* write.run(harvest, key, ...columns, details === null ? null : JSON.stringify(details));
    yield* writeLinks(harvest, { id: key, links, isKnown: known !== undefined });
  }
  return { fresh, newInRun, newInPass, changed: fresh.length };
}

function hashOf(record: CatalogRecord): string {
  const { title, abstract, extent, links } = record;
  return createHash('sha256')
    .update(JSON.stringify([title, abstract, extent, links, detailsOf(record)]))
    .digest('base64url')
    .slice(0, 22);
}

const markGone = statement('UPDATE harvest_record SET gone_ms = coalesce(gone_ms, ?) WHERE harvest_id = ? AND id = ?');

export function* markDeleted(harvest: number, ids: readonly string[], nowMs: number): Work<void> {
  for (const id of ids) yield* markGone.run(nowMs, harvest, id);
}

const setState = statement('UPDATE harvest SET state = ?, step = step + 1 WHERE harvest_id = ? AND step = ?');

/** Stores the state; false if another process has continued the harvest. */
export function* saveState({ id, step }: Harvest, state: WalkState): Work<boolean> {
  return (yield* setState.run(JSON.stringify(state), id, step)) === 1;
}

interface Ended {
  /** Records are kept if the catalog lists none: an index being rebuilt looks the same as an empty one. */
  readonly doubted: number;
}

const unseen = 'harvest_id = ? AND run < ? AND gone_ms IS NULL';
const markUnseen = statement(`UPDATE harvest_record SET gone_ms = ? WHERE ${unseen}`);
const countUnseen = statement<Ended>(`SELECT count(*) AS doubted FROM harvest_record WHERE ${unseen}`);
const setEnded = statement('UPDATE harvest SET is_done = 1, ended_ms = ?, newest = ? WHERE harvest_id = ?');

/** Ends the harvest. Records not seen by a full harvest are deleted from the catalog. */
export function* endHarvest({ id, run }: Harvest, state: WalkState, nowMs: number): Work<Ended> {
  const isEmpty = state.seen === 0;
  if (isComplete(state) && !isEmpty) yield* markUnseen.run(nowMs, id, run);
  yield* setEnded.run(nowMs, yield* newestKnown(id, state), id);
  if (!isComplete(state) || !isEmpty) return { doubted: 0 };
  return { doubted: (yield* countUnseen.get(id, run))!.doubted };
}

/** Only plausible dates: catalogs write much else there. */
const newestOf = (isDate: string) =>
  `SELECT harvest.newest AS before, started_ms AS "startedMs", coalesce((SELECT max(modified) FROM harvest_record
     WHERE harvest_id = ? AND modified ${isDate} AND modified < '3'), '') AS newest
   FROM harvest WHERE harvest_id = ?`;
const newest = statement<{ before: string; newest: string; startedMs: number }>({
  sqlite: newestOf("GLOB '[12][0-9][0-9][0-9]-[01][0-9]*'"),
  postgres: newestOf("~ '^[12][0-9][0-9][0-9]-[01][0-9]'"),
});

/**
 * Start of the next incremental harvest: the newest record, but not after this harvest started. Records changed
 * meanwhile have earlier dates than later ones; and a date in the future would hide every change until then.
 */
function* newestKnown(id: number, { since, isTorn = false }: WalkState): Work<string> {
  const { before, newest: known, startedMs } = (yield* newest.get(id, id))!;
  // Something is missing: the rest of a list, or changes before the requested time.
  if (isTorn || (since !== null && since > before)) return before;
  const started = new Date(startedMs).toISOString().replace(/\.\d+Z$/, 'Z');
  // Servers compare dates with times as text: a catalog of dates gets a date.
  return known < started ? known : started.slice(0, known.includes('T') ? undefined : 10);
}

export type StoredLinks = Pick<CatalogRecord, 'title' | 'links'>;

const linksOfHarvest = statement<{ title: string; links: string }>(
  `SELECT title, links FROM harvest_record WHERE harvest_id = ? AND gone_ms IS NULL AND links IS NOT NULL ORDER BY id`,
);

/** Links of all records, including those of earlier harvests. */
export async function readLinks(transaction: Transaction, { id }: Harvest): Promise<readonly StoredLinks[]> {
  const rows = await within(transaction, () => linksOfHarvest.all(id));
  return rows.map(({ title, links }) => ({ title, links: JSON.parse(links) as CatalogRecord['links'] }));
}

type DatasetRow = Omit<RecordRow, 'details'>;

const current = 'FROM harvest_record WHERE harvest_id = ? AND gone_ms IS NULL';
const countCurrent = statement<{ count: number }>(`SELECT count(*) AS count ${current}`);
const currentDatasets = statement<DatasetRow>(
  `SELECT id, title, abstract, west, south, east, north ${current} ORDER BY id LIMIT ?`,
);

/** The records as datasets of their catalog, by identifier, and their number. */
export async function readDatasets(
  transaction: Transaction,
  { id: harvest }: Harvest,
  limit: number,
): Promise<{ readonly datasets: readonly Layer[]; readonly count: number }> {
  const { count } = (await within(transaction, () => countCurrent.get(harvest)))!;
  const rows = await within(transaction, () => currentDatasets.all(harvest, limit));
  const datasets = rows.map((row) => {
    const { id, title, abstract } = row;
    return { ...emptyLayer, name: shownId(id) || null, title, abstract, extent: extentOf(row) };
  });
  return { datasets, count };
}
