// What page handlers need besides the server context.
import type { AccountsContext } from '../auth/accounts.ts';
import type { Tasks } from '../crawls/tasks.ts';
import type { PreviewProxy } from '../preview/preview-proxy.ts';
import type { Statistics } from '../statistics/catalog-statistics.ts';
import type { Assets } from './layout/assets.ts';

export interface PageContext extends AccountsContext {
  /** Scripts and styles. */
  readonly assets: Assets;
  readonly preview: PreviewProxy;
  readonly statistics: Statistics;
  readonly tasks: Tasks;
}
