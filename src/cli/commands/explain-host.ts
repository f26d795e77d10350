// `geotrawl explain-host`: explains why a host isn't being visited.
import type { Command } from 'commander';
import { hostKeyOf, readUrl } from '../../base/url/url.ts';
import { explainHost } from '../../frontier/explain-host.ts';
import { openPostgresFrontier } from '../../frontier/postgres/postgres-frontier.ts';
import { openSqliteFrontier } from '../../frontier/sqlite/sqlite-frontier.ts';
import { getTask, listTasks, type Task } from '../../frontier/task-table.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Frontier, HostState } from '../../model/frontier.ts';
import { openStore } from '../../store/open-store.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { isSqlite } from '../../store/sqlite/sqlite.ts';
import { existingDatabase, type GlobalFlags, terminalFor } from '../options/common-options.ts';

interface ExplainFlags {
  readonly task?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ geotrawl explain-host www.example.org
  $ geotrawl explain-host http://www.example.org:8080 --json`;

export function addExplainHostCommand(program: Command): void {
  program
    .command('explain-host <host>')
    .description("explain why a host isn't being visited: crawl delay, robots.txt, failures, budget")
    .option('--task <name>', 'crawl to inspect (default: the last one)')
    .option('--json', 'everything known about the host as JSON, one object per line')
    .addHelpText('after', examples)
    .action(async (host: string, flags: ExplainFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const terminal = terminalFor(globals);
      const store = openStore(existingDatabase(globals));
      try {
        const nowMs = Date.now();
        for (const state of await statesOf(store, host, await taskOf(store, flags.task), nowMs)) {
          if (flags.json) terminal.print(JSON.stringify(state));
          else
            terminal.print(
              [terminal.bold(state.key), ...explainHost(state, nowMs).map((line) => `  ${line}`)].join('\n'),
            );
        }
      } finally {
        await store.close();
      }
    });
}

async function taskOf(store: SqlStore, name: string | undefined): Promise<Task> {
  if (name !== undefined) return getTask(store, name);
  const [last] = await listTasks(store);
  if (last === undefined) throw new GeotrawlError('crawl.task-not-found', 'No crawl in this database. Check --db.');
  return last;
}

/** The host over http, https or both, as far as the crawl knows it. */
async function statesOf(store: SqlStore, host: string, task: Task, nowMs: number): Promise<readonly HostState[]> {
  const frontier = await openFrontier(store, task.id, nowMs);
  const candidates = /^https?:\/\//i.test(host) ? [host] : [`https://${host}`, `http://${host}`];
  const keys = candidates.flatMap((url) => readUrl(url)?.href ?? []).map(hostKeyOf);
  const states = await Promise.all(keys.map((key) => frontier.hostByKey(key)));
  const known = states.filter((state) => state !== null);
  if (known.length === 0) {
    throw new GeotrawlError('catalog.not-found', `The crawl "${task.name}" hasn't seen the host ${host}.`, {
      facts: { host },
    });
  }
  return known;
}

/** Read-only: leases no hosts. */
function openFrontier(store: SqlStore, task: number, nowMs: number): Promise<Frontier> {
  if (isSqlite(store)) return openSqliteFrontier(store, task, { nowMs });
  return openPostgresFrontier(store as PostgresStore, task, { nowMs, holder: 'explain-host' });
}
