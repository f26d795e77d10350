// What every door works with.
import type { Clock } from '../model/clock.ts';
import type { OpenCatalog } from '../open-catalog.ts';
import type { SqlStore } from '../store/sql/sql.ts';
import type { People } from './auth/accounts.ts';
import type { Tasks } from './crawls/tasks.ts';
import type { Assets } from './pages/layout/assets.ts';
import type { PreviewProxy } from './preview/preview-proxy.ts';
import type { RecordList } from './record-list.ts';
import type { Statistics } from './statistics/figures.ts';

export interface Serving {
  readonly catalog: OpenCatalog;
  readonly list: RecordList;
  readonly clock: Pick<Clock, 'now'>;
  /** Scripts and styles of the pages. */
  readonly assets: Assets;
  /** Pictures of layers. */
  readonly preview: PreviewProxy;
  /** How much there is of what. */
  readonly statistics: Statistics;
  readonly people: People;
  readonly tasks: Tasks;
  /** What people and crawls have in the database besides the catalog. */
  readonly store: SqlStore;
  /** Version of this program. */
  readonly version: string;
  /** Who runs the catalog, for descriptions. */
  readonly title: string;
  /** How to reach them; null where nobody has said. */
  readonly contact: string | null;
}
