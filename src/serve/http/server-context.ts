// What every route handler may use. Features that need more extend it in their own folder.
import type { Clock } from '../../model/clock.ts';
import type { OpenCatalog } from '../../open-catalog.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import type { RecordList } from './record-list.ts';
import type { Route } from './route.ts';

export interface ServerContext {
  readonly catalog: OpenCatalog;
  readonly list: RecordList;
  readonly clock: Pick<Clock, 'now'>;
  /** Accounts, crawls and subscriptions are in the same database as the catalog. */
  readonly store: SqlStore;
  /** All routes of the server, for the OpenAPI document. */
  readonly routes: () => readonly Route[];
  /** Version of this program. */
  readonly version: string;
  /** Name of the catalog, for service descriptions. */
  readonly title: string;
  /** How to reach the operator; null when not configured. */
  readonly contact: string | null;
}
