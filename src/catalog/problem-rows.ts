// Stored problems: those of records, and counts for URLs without a record.
import { maskSecrets } from '../base/url/url.ts';
import type { CatalogProblem } from '../model/catalog.ts';
import type { Problem } from '../model/problem.ts';
import { insertion, statement, type Work } from '../store/sql/sql.ts';
import { textColumn } from './columns.ts';

const perResourceLimit = 1000;
/** Limit of stored problem URLs; the latest are kept. */
const urlProblemLimit = 100_000;

const remove = statement('DELETE FROM resource_problem WHERE rid = ?');
const insert = insertion('INSERT INTO resource_problem(rid, position, code, message) VALUES(?, ?, ?, ?)');
const select = statement<Problem>('SELECT code, message FROM resource_problem WHERE rid = ? ORDER BY position');
const latest = statement<CatalogProblem>(`SELECT url, code, message, count, last_ms AS "lastMs" FROM url_problem
  ORDER BY last_ms DESC, url, code LIMIT ?`);

export type ProblemRows = ReturnType<typeof openProblemRows>;

export function openProblemRows(limit: number = urlProblemLimit) {
  return {
    *replace(rid: number, problems: readonly Problem[]): Work<void> {
      yield* remove.run(rid);
      const kept = problems.slice(0, perResourceLimit);
      yield* insert(kept.map(({ code, message }, position) => [rid, position, code, textColumn(message)]));
    },
    *read(rid: number): Work<readonly Problem[]> {
      return (yield* select.all(rid)).map(({ code, message }) => ({ code, message }));
    },
    count: openUrlProblems(limit),
    *latest(most: number): Work<readonly CatalogProblem[]> {
      return (yield* latest.all(most)).map((row) => ({ ...row }));
    },
  };
}

const countUrl = statement<{ count: number }>(`INSERT INTO url_problem(url, code, message, count, last_ms)
  VALUES(?, ?, ?, 1, ?) ON CONFLICT(url, code) DO UPDATE SET count = url_problem.count + 1, message = excluded.message,
    last_ms = CASE WHEN excluded.last_ms > url_problem.last_ms THEN excluded.last_ms ELSE url_problem.last_ms END
  RETURNING count`);
const rowCount = statement<{ rows: number }>('SELECT count(*) AS rows FROM url_problem');
const trim = statement(`DELETE FROM url_problem WHERE (url, code) IN
  (SELECT url, code FROM url_problem ORDER BY last_ms LIMIT ?)`);

function openUrlProblems(limit: number) {
  // An upper bound, since others add rows and transactions may roll back; it only decides when to count again.
  let rows: number | null = null;
  return function* ({ url, code, message, lastMs }: Omit<CatalogProblem, 'count'>): Work<void> {
    rows ??= (yield* rowCount.get())!.rows;
    const { count } = (yield* countUrl.get(maskSecrets(url), code, textColumn(message), lastMs))!;
    if (count > 1 || ++rows <= limit) return;
    // A tenth at a time, so that counting is rare.
    const stored = (yield* rowCount.get())!.rows;
    yield* trim.run(Math.max(0, stored - Math.floor(limit * 0.9)));
    rows = (yield* rowCount.get())!.rows;
  };
}
