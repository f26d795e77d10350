// `geotrawl doctor`: checks the installation and configuration.
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { findBrowser, noBrowser } from '../../fetch/browser/browser.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { acquireLeaderLease, releaseLeaderLease } from '../../store/leader-lease.ts';
import { isPostgresAddress } from '../../store/sql/database-address.ts';
import { openSqlite } from '../../store/sqlite/sqlite.ts';
import { type GlobalFlags, loadSettings, terminalFor } from '../options/common-options.ts';
import { exitCodes } from '../output/exit-code.ts';

interface Diagnosis {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

const leastFreeBytes = 200 * 1024 * 1024;

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the installation and configuration')
    .option('--json', 'as one JSON array')
    .action(async (flags: { json?: boolean }, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const terminal = terminalFor(globals);
      const diagnoses = await examine(globals);
      if (flags.json) terminal.print(JSON.stringify(diagnoses));
      else
        for (const { name, ok, detail } of diagnoses)
          terminal.print(`${ok ? 'ok  ' : 'BAD '} ${name.padEnd(14)} ${detail}`);
      if (diagnoses.some(({ ok }) => !ok)) process.exitCode = exitCodes.unexpected;
    });
}

async function examine(globals: GlobalFlags): Promise<Diagnosis[]> {
  const node: Diagnosis = {
    name: 'node',
    ok: isNodeNewEnough(process.versions.node),
    detail: `${process.versions.node} (needs 20.19 or newer)`,
  };
  try {
    const { values, file } = loadSettings(globals);
    const { loadPluginKinds } = await import('../../plugins/kind-modules.ts');
    await loadPluginKinds(values);
    const config: Diagnosis = { name: 'configuration', ok: true, detail: file ?? 'defaults, no file here' };
    return [
      node,
      config,
      ...(await (isPostgresAddress(values.db) ? examinePostgres(values.db) : examineDatabase(values.db))),
      examineContact(values['politeness.contact']),
      examineProxy(values['network.proxy']),
      examineBrowser(values),
    ];
  } catch (error) {
    if (!(error instanceof GeotrawlError)) throw error;
    return [node, { name: 'configuration', ok: false, detail: error.message }];
  }
}

/** Opening migrates, as every command does. */
async function examinePostgres(db: string): Promise<Diagnosis[]> {
  const { openPostgres } = await import('../../store/postgres/postgres.ts');
  const store = openPostgres(db);
  try {
    const [row] = await store.query<{ server: string; postgis: string }>(
      `SELECT current_setting('server_version') AS server, PostGIS_Lib_Version() AS postgis`,
    );
    const lease = { name: `doctor ${process.pid}`, holder: 'doctor' };
    await acquireLeaderLease(store, { ...lease, forMs: 1 });
    await releaseLeaderLease(store, lease);
    const detail = `${store.shownAs} opens and is writable (PostgreSQL ${row!.server}, PostGIS ${row!.postgis})`;
    return [{ name: 'database', ok: true, detail }];
  } catch (error) {
    if (!(error instanceof GeotrawlError)) throw error;
    return [{ name: 'database', ok: false, detail: error.message }];
  } finally {
    await store.close();
  }
}

async function examineDatabase(path: string): Promise<Diagnosis[]> {
  const exists = path === ':memory:' || existsSync(path);
  try {
    // Checking must not create the database, but its folder has to be writable.
    if (!exists) accessSync(`${nearestFolder(path)}/.`, constants.W_OK);
    const store = openSqlite(exists ? path : ':memory:');
    const { version } = store.database.prepare('SELECT sqlite_version() AS version').get() as { version: string };
    await store.transact(async () => {});
    await store.close();
    const { bavail, bsize } = statfsSync(nearestFolder(path));
    const free = bavail * bsize;
    return [
      {
        name: 'database',
        ok: true,
        detail: `${path} ${exists ? 'opens and is writable' : 'can be created'} (SQLite ${version} with FTS5 and R*Tree)`,
      },
      {
        name: 'disk',
        ok: free >= leastFreeBytes,
        detail: `${Math.round(free / 1024 ** 2)} MB free`,
      },
    ];
  } catch (error) {
    if (!(error instanceof GeotrawlError) && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return [{ name: 'database', ok: false, detail: (error as Error).message }];
  }
}

/** The closest existing parent folder. */
function nearestFolder(path: string): string {
  let folder = dirname(resolve(path));
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

function examineContact(contact: string): Diagnosis {
  const isOwn = !contact.includes('geotrawl.example');
  return {
    name: 'contact',
    ok: true,
    detail: isOwn ? contact : `${contact} — set politeness.contact to a page about you before crawling other sites`,
  };
}

function examineProxy(proxy: string | null): Diagnosis {
  return { name: 'proxy', ok: true, detail: proxy === null ? 'none' : 'set' };
}

/** A missing browser is fine unless one is configured or every page is rendered. */
function examineBrowser(values: Config): Diagnosis {
  const { 'render.browser': named, 'render.mode': mode } = values;
  const path = findBrowser(named);
  const isNeeded = mode === 'all' || (named !== null && mode !== 'off');
  return { name: 'browser', ok: path !== null || !isNeeded, detail: path ?? noBrowser(named) };
}

function isNodeNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}
