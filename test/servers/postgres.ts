// PostgreSQL with PostGIS for tests: an own cluster on a private port, and fresh databases in it.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { isConnectionLoss } from '../../src/store/postgres/errors.ts';
import type { PostgresStore } from '../../src/store/postgres/postgres.ts';
import { loopbackPort } from './loopback-port.ts';
import { makeTestFolder } from './running-server.ts';
import { handOver, unprivileged } from './system-user.ts';

const programs = '/usr/lib/postgresql/15/bin';
const owner = 'geotrawl';
const template = 'with_postgis';

export interface PostgresServer {
  /** A database of its own, empty but for PostGIS. */
  createDatabase(): Promise<string>;
  /** Ends at once, as when the plug is pulled; `start` brings it back at the same address. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A cluster that belongs to one test, which may kill it. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const folder = await makeTestFolder('postgres');
  await chmod(folder.path, 0o755);
  const port = await loopbackPort();
  await makeCluster(folder.path);
  let running = run(folder.path, port, settings);
  await running;
  await makeTemplate(port);
  const kill = async (signal: NodeJS.Signals) => {
    // One that is still starting has to be ended too: it would write into a folder that is being removed.
    const child = await running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // Keeps this process alive until the server has ended.
    child.ref();
    // SIGQUIT is the immediate shutdown: no checkpoint, clients cut off, recovery at the next start.
    child.kill(signal);
    await ended;
  };
  return {
    createDatabase: () => createDatabase(port),
    kill: () => kill('SIGQUIT'),
    start: async () => {
      running = run(folder.path, port, settings);
      await running;
    },
    close: async () => {
      await kill('SIGQUIT');
      await folder.remove();
    },
  };
}

/** A cluster in a folder that stays, for benches: made where there is none, and ended in order. Gives the port and how to end it. */
export async function keepPostgres(folder: string, settings: readonly string[] = []) {
  const isNew = !existsSync(join(folder, 'data'));
  mkdirSync(folder, { recursive: true });
  const port = await loopbackPort();
  if (isNew) await makeCluster(folder);
  const child = await run(folder, port, settings);
  if (isNew) await makeTemplate(port);
  return {
    /** The same one at every call with the same name. */
    database: async (name: string): Promise<string> => {
      const known = await administer(port, 'postgres', `SELECT 1 FROM pg_database WHERE datname = '${name}'`);
      if (known === 0) await administer(port, 'postgres', `CREATE DATABASE ${name} TEMPLATE ${template}`);
      return address(port, name);
    },
    close: async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.ref();
      // The fast shutdown: clients are cut off, what is in memory is written.
      child.kill('SIGINT');
      await ended;
    },
  };
}

/**
 * The address of a new database in the cluster that all suites of a run share; test/servers/shared-servers.ts ends it.
 * The first suite starts it.
 */
export async function freshDatabase(): Promise<string> {
  const shared = process.env.TEST_SERVERS_FOLDER;
  if (shared === undefined) throw new Error('no folder for shared servers: run by vitest with its own configuration');
  return createDatabase(await sharedPort(join(shared, 'postgres')));
}

async function sharedPort(folder: string): Promise<number> {
  const portFile = join(folder, 'port');
  if (isFirst(folder)) {
    const port = await loopbackPort();
    await makeCluster(folder);
    await run(folder, port, []);
    await makeTemplate(port);
    writeFileSync(portFile, String(port));
  }
  for (let tries = 0; !existsSync(portFile) || readFileSync(portFile, 'utf8') === ''; tries++) {
    if (tries > 1200) throw new Error('the shared PostgreSQL did not start');
    await wait(50);
  }
  return Number(readFileSync(portFile, 'utf8'));
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Sorted by ICU, unlike C: an order that leans on the default collation would show. */
async function makeCluster(folder: string): Promise<void> {
  const user = unprivileged('postgres');
  handOver(folder, user);
  const options = ['-A', 'trust', '-U', owner, '-E', 'UTF8', '--no-sync', '--locale=C.UTF-8'];
  const collation = ['--locale-provider=icu', '--icu-locale=en'];
  await promisify(execFile)(join(programs, 'initdb'), [...options, ...collation, '-D', join(folder, 'data')], {
    ...user,
    cwd: folder,
  });
}

async function run(folder: string, port: number, more: readonly string[]): Promise<ChildProcess> {
  const settings = [
    ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum_naptime=5s'],
    ...['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, 'max_connections=120'],
    ...more,
  ];
  const log = openSync(join(folder, 'log'), 'a');
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', join(folder, 'data'), ...settings.flatMap((one) => ['-c', one])],
    { ...unprivileged('postgres'), cwd: folder, stdio: ['ignore', log, log], detached: true },
  );
  child.unref();
  for (let tries = 0; !(await answers(port)); tries++) {
    if (child.exitCode !== null || tries > 400)
      throw new Error(`PostgreSQL did not start: ${readFileSync(join(folder, 'log'), 'utf8').slice(-1000)}`);
    await wait(50);
  }
  return child;
}

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client(address(port, 'postgres'));
  // A connection that is refused or cut off while the server starts ends in an event besides the rejection.
  client.on('error', () => undefined);
  return client.connect().then(
    async () => {
      await client.end();
      return true;
    },
    (error: unknown) => {
      if (!isConnectionLoss(error)) throw error;
      return false;
    },
  );
}

async function makeTemplate(port: number): Promise<void> {
  await administer(port, 'postgres', `CREATE DATABASE ${template}`);
  await administer(port, template, 'CREATE EXTENSION postgis');
}

async function createDatabase(port: number): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(port, 'postgres', `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return address(port, name);
}

/** How many rows it gives. */
async function administer(port: number, database: string, sql: string): Promise<number> {
  const client = new pg.Client(address(port, database));
  await client.connect();
  // Two suites may copy the template at the same moment, which PostgreSQL refuses; a lock makes them take turns.
  await client.query('SELECT pg_advisory_lock(1)');
  const { rowCount } = await client.query(sql);
  await client.end();
  return rowCount ?? 0;
}

function address(port: number, database: string): string {
  return `postgres://${owner}@127.0.0.1:${port}/${database}`;
}

/** A crawl that runs, for tests of what its workers share. */
export async function addRunningTask(store: PostgresStore): Promise<number> {
  const [row] = await store.query<{ id: number }>(
    `INSERT INTO task(name, created_ms, options, state) VALUES('test', 0, '{}', 'running') RETURNING task_id AS id`,
  );
  return row!.id;
}
