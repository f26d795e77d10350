// /monitor: the state of everything that is checked.

import { decayOf } from '../health/decay.ts';
import { openExtremes } from '../health/monitor-extremes.ts';
import type { Asked } from '../http/request.ts';
import { get, type Route } from '../http/router.ts';
import type { Serving } from '../serving.ts';
import { monitorPage } from './monitor/monitor-page.ts';
import { settingOf } from './page-setting.ts';
import { page } from './routes.ts';

const shownEvents = 30;

export function monitorRoutes(serving: Serving): readonly Route[] {
  const extremes = openExtremes(serving);
  const show = async (asked: Asked): Promise<string> => {
    const { catalog, clock } = serving;
    const nowMs = clock.now();
    const [counts, events, { longestDown, slowest }, decay] = await Promise.all([
      catalog.checks.counts(nowMs),
      catalog.checks.events({ limit: shownEvents }),
      extremes.read(),
      decayOf(serving),
    ]);
    const ids = [...new Set([...events, ...longestDown, ...slowest].map(({ id }) => id))];
    const records = await Promise.all(ids.map((id) => catalog.get(id)));
    const titles = new Map(
      records.flatMap((record) => (record === null ? [] : [[record.id, record.title || record.endpoint] as const])),
    );
    const setting = settingOf(asked, serving);
    return monitorPage({ setting, counts, events, longestDown, slowest, decay, titles, nowMs });
  };
  return [get('/monitor', (asked) => page(asked, () => show(asked)))];
}
