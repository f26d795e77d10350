// /monitor: the status of everything that is monitored.

import { decayOf } from '../../health/decay.ts';
import { openExtremes } from '../../health/monitor-extremes.ts';
import type { HttpRequest } from '../../http/request.ts';
import { get, type Route } from '../../http/route.ts';
import { settingOf } from '../layout/page-setting.ts';
import type { PageContext } from '../page-context.ts';
import { page } from '../routes.ts';
import { monitorPage } from './monitor-page.ts';

const shownEvents = 30;

export function monitorRoutes(context: PageContext): readonly Route[] {
  const extremes = openExtremes(context);
  const show = async (request: HttpRequest): Promise<string> => {
    const { catalog, clock } = context;
    const nowMs = clock.now();
    const [counts, events, { longestDown, slowest }, decay] = await Promise.all([
      catalog.checks.counts(nowMs),
      catalog.checks.events({ limit: shownEvents }),
      extremes.read(),
      decayOf(context),
    ]);
    const ids = [...new Set([...events, ...longestDown, ...slowest].map(({ id }) => id))];
    const records = await Promise.all(ids.map((id) => catalog.get(id)));
    const titles = new Map(
      records.flatMap((record) => (record === null ? [] : [[record.id, record.title || record.endpoint] as const])),
    );
    const setting = settingOf(request, context);
    return monitorPage({ setting, counts, events, longestDown, slowest, decay, titles, nowMs });
  };
  return [get('/monitor', { permission: 'look' }, (request) => page(request, () => show(request)))];
}
