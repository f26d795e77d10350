// Where a server keeps what is its own: in the database with the catalog where that is a file, else in a file beside its cache.
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { GeotrawlError } from '../model/errors.ts';
import { openStore } from '../store/open-store.ts';
import type { SqlStore } from '../store/sql.ts';
import { openSqlite, type SqliteStore } from '../store/sqlite.ts';
import type { Route } from './http/router.ts';

export interface ServerStores {
  /** With the catalog, the search and the checks. */
  readonly catalog: SqlStore;
  /** With accounts and the crawls of people. */
  readonly own: SqliteStore;
  /** Crawls and opt-outs work on the catalog's database, which must be the own one for that. */
  readonly areOne: boolean;
}

export function openServerStores(settings: Config, cacheMb: number): ServerStores {
  const cacheFolder = settings['cache.folder'];
  const catalog = openStore(settings.db, { cacheMb, cacheFolder });
  // One connection for everything: two of one process would wait for each other for ever.
  if (catalog.engine === 'sqlite') return { catalog, own: catalog as SqliteStore, areOne: true };
  return { catalog, own: openSqlite(join(cacheFolder, 'server.db'), { cacheMb: 8 }), areOne: false };
}

const crawlPaths = /^\/(?:api\/v1\/(?:tasks|opt-outs)|crawls|admin\/opt-outs)(?:\/|$)/;

/** The same routes; those that would change crawls or opt-outs say where that is done instead. */
export function withoutCrawls(routes: readonly Route[]): readonly Route[] {
  return routes.map((route) => {
    if (route.method === 'GET' || !crawlPaths.test(route.path)) return route;
    const handle = () => {
      throw new GeotrawlError(
        'task.state',
        'The catalog of this server is in PostgreSQL: start crawls with `geotrawl crawl` and `geotrawl worker` on the same --db.',
      );
    };
    return { ...route, handle };
  });
}
