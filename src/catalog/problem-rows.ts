// What was odd: problems on a record, and counted problems of URLs that have none.
import { maskSecrets } from '../base/url.ts';
import type { CatalogProblem } from '../model/catalog.ts';
import type { Problem } from '../model/problem.ts';
import type { SqlDatabase } from '../store/sqlite-driver.ts';
import { textColumn } from './columns.ts';

const perResourceLimit = 1000;
/** A crawl of the web meets more broken URLs than anyone will read: the latest stay. */
const urlProblemLimit = 100_000;

export interface ProblemRows {
  replace(rid: number, problems: readonly Problem[]): void;
  read(rid: number): readonly Problem[];
  count(problem: Omit<CatalogProblem, 'count'>): void;
  latest(limit: number): readonly CatalogProblem[];
}

export function openProblemRows(database: SqlDatabase, limit: number = urlProblemLimit): ProblemRows {
  const remove = database.prepare('DELETE FROM resource_problem WHERE rid = ?');
  const insert = database.prepare('INSERT INTO resource_problem(rid, position, code, message) VALUES(?, ?, ?, ?)');
  const select = database.prepare('SELECT code, message FROM resource_problem WHERE rid = ? ORDER BY position');
  const count = openUrlProblems(database, limit);
  const latest = database.prepare(`SELECT url, code, message, count, last_ms AS "lastMs" FROM url_problem
    ORDER BY last_ms DESC, url, code LIMIT ?`);
  return {
    replace: (rid, problems) => {
      remove.run(rid);
      problems.slice(0, perResourceLimit).forEach((problem, position) => {
        insert.run(rid, position, problem.code, textColumn(problem.message));
      });
    },
    read: (rid) => (select.all(rid) as Problem[]).map(({ code, message }) => ({ code, message })),
    count,
    latest: (most) => (latest.all(most) as CatalogProblem[]).map((row) => ({ ...row })),
  };
}

function openUrlProblems(database: SqlDatabase, limit: number): ProblemRows['count'] {
  const again = database.prepare(`UPDATE url_problem SET count = count + 1, message = ?, last_ms = max(last_ms, ?)
    WHERE url = ? AND code = ?`);
  const insert = database.prepare('INSERT INTO url_problem(url, code, message, count, last_ms) VALUES(?, ?, ?, 1, ?)');
  const rowCount = database.prepare('SELECT count(*) AS rows FROM url_problem');
  const trim = database.prepare(`DELETE FROM url_problem WHERE (url, code) IN
    (SELECT url, code FROM url_problem ORDER BY last_ms LIMIT ?)`);
  const countRows = () => (rowCount.get() as { rows: number }).rows;
  // A rollback may leave this too high; it is then only counted again sooner.
  let rows = countRows();
  return ({ url, code, message, lastMs }) => {
    const shown = maskSecrets(url);
    if (Number(again.run(textColumn(message), lastMs, shown, code).changes) > 0) return;
    insert.run(shown, code, textColumn(message), lastMs);
    if (++rows <= limit) return;
    // A tenth at a time, so that the counting is rare.
    trim.run(Math.max(0, countRows() - Math.floor(limit * 0.9)));
    rows = countRows();
  };
}
