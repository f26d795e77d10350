// /monitor: resources by status, recent changes, longest outages, slowest services, growth and decay.
import { type HealthEvent, healthStates, type MonitorCounts } from '../../../model/monitoring.ts';
import type { Decay, DecayGroup } from '../../../monitor/health/decay.ts';
import { pageUrl } from '../../formats/record-url.ts';
import { titlesOf } from '../../health/event-feed.ts';
import { decayOf, extremesOf, type MonitorExtremes } from '../../health/overviews.ts';
import type { HttpRequest } from '../../http/request.ts';
import { get, type Route } from '../../http/route.ts';
import { plainRow, scrollTable } from '../layout/data-table.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import { type PageSetting, pageResponse, settingOf } from '../layout/page-setting.ts';
import type { PageContext } from '../page-context.ts';
import { facetLabel } from '../search/search-params.ts';

interface MonitorParts extends MonitorExtremes {
  readonly setting: PageSetting;
  readonly counts: MonitorCounts;
  readonly events: readonly HealthEvent[];
  readonly decay: Decay;
  /** Titles of all records listed above. */
  readonly titles: ReadonlyMap<string, string>;
  readonly nowMs: number;
}

const shownEvents = 30;

export function monitorRoutes(context: PageContext): readonly Route[] {
  return [
    get('/monitor', { permission: 'look' }, (request) => pageResponse(request, () => showMonitor(request, context))),
  ];
}

async function showMonitor(request: HttpRequest, context: PageContext): Promise<string> {
  const { catalog, clock } = context;
  const nowMs = clock.now();
  const [counts, events, { longestDown, slowest }, decay] = await Promise.all([
    catalog.checks.counts(nowMs),
    catalog.checks.events({ limit: shownEvents }),
    extremesOf(context),
    decayOf(context),
  ]);
  const titles = await titlesOf([...events, ...longestDown, ...slowest], catalog);
  const setting = settingOf(request, context);
  return monitorPage({ setting, counts, events, longestDown, slowest, decay, titles, nowMs });
}

const dayMs = 86_400_000;

function monitorPage(parts: MonitorParts): string {
  const { setting, counts } = parts;
  const { base, locale } = setting;
  const say = locale.say.data.monitor;
  const feed = `${base}/api/v1/feed`;
  const links = [
    [say.feed, feed],
    [say.asJson, `${base}/api/v1/events`],
    [say.metrics, `${base}/metrics`],
  ].map(([words, href]) => html`<li><a href="${href}">${words}</a></li>`);
  const body = html`<h1>${say.title}</h1><p>${say.lead}</p>
${counts.rounds === 0 ? html`<p>${say.nothing}</p>` : null}
${stateTiles(parts)}
<section aria-labelledby="changes"><h2 id="changes">${say.changes}</h2>${changeTable(parts)}<ul class="links">${links}</ul></section>
<section aria-labelledby="down"><h2 id="down">${say.down}</h2>${downTable(parts)}</section>
<section aria-labelledby="slow"><h2 id="slow">${say.slow}</h2>${slowTable(parts)}</section>
${decaySection(parts)}`;
  return htmlPage({
    title: say.title,
    setting,
    body,
    entry: 'monitor',
    width: 'wide',
    links: [{ rel: 'alternate', type: 'application/atom+xml', href: feed }],
  });
}

/** Every number has a label: color alone isn't accessible. */
function stateTiles({ setting: { base, locale }, counts }: MonitorParts): Html {
  const { say, number } = locale;
  const tiles = [...healthStates, 'unchecked' as const].map(
    (state) =>
      html`<div><dt><a href="${base}/?state=${state}"><span class="state ${state}">${say.values[state]}</span></a></dt><dd>${number(counts.byState[state] ?? 0)}</dd></div>`,
  );
  const { monitor } = say.data;
  return html`<dl class="tiles">${tiles}</dl><p class="note">${number(counts.rounds)} ${monitor.rounds} · ${number(counts.due)} ${monitor.due}</p>`;
}

function changeTable({ setting, events, titles }: MonitorParts): Html {
  const { base, locale } = setting;
  const say = locale.say.data.monitor;
  if (events.length === 0) return html`<p>${say.noChanges}</p>`;
  const rows = events.map(({ id, atMs, type, message }) => {
    const title = titles.get(id) ?? id;
    const more =
      type === 'changed'
        ? html` <a href="${base}/api/v1/resources/${id}/versions" aria-label="${say.versionsOf(title)}">${say.versions}</a>`
        : null;
    return plainRow(
      html`<time datetime="${new Date(atMs).toISOString()}">${locale.day(atMs)}</time>`,
      named(id, title, base),
      html`<span class="state ${type}">${say.events[type]}</span>`,
      html`<span dir="auto">${message}</span>${more}`,
    );
  });
  return scrollTable({ id: 'changes' }, [say.when, say.resource, say.what, say.why], rows);
}

function downTable({ setting, longestDown, titles, nowMs }: MonitorParts): Html {
  const { base, locale } = setting;
  const { say, number, day } = locale;
  const { monitor } = say.data;
  if (longestDown.length === 0) return html`<p>${monitor.noneDown}</p>`;
  const rows = longestDown.map(({ id, state, sinceMs, reason }) => {
    const days = Math.max(1, Math.round((nowMs - sinceMs) / dayMs));
    const title = titles.get(id) ?? id;
    return plainRow(
      named(id, title, base),
      html`<span class="state ${state}">${say.values[state]}</span>`,
      `${day(sinceMs)} (${monitor.days(number(days), days === 1)})`,
      html`<span dir="auto">${reason}</span>`,
      html`<a href="${base}/api/v1/resources/${id}/report?f=markdown" aria-label="${monitor.reportOf(title)}">${monitor.report}</a>`,
    );
  });
  return scrollTable(
    { id: 'down' },
    [monitor.resource, say.facets.state, monitor.since, monitor.why, monitor.report],
    rows,
  );
}

function slowTable({ setting, slowest, titles }: MonitorParts): Html {
  const { base, locale } = setting;
  const say = locale.say.data.monitor;
  if (slowest.length === 0) return html`<p>${say.noneSlow}</p>`;
  const rows = slowest.map(({ id, t90Ms }) =>
    plainRow(
      named(id, titles.get(id) ?? id, base),
      html`<span class="number">${say.ms(locale.number(Math.round(t90Ms)))}</span>`,
    ),
  );
  return html`<p class="note">${say.slowNote}</p>${scrollTable({ id: 'slow' }, [say.resource, say.time], rows)}`;
}

function named(id: string, title: string, base: string): Html {
  return html`<a href="${pageUrl(base, id)}#health" dir="auto">${title}</a>`;
}

const [shownMonths, shownGroups] = [12, 10];

/** Growth and decay by month, by country, by server ([ATF] section 6.3). */
function decaySection({ setting, decay }: MonitorParts): Html | null {
  const { base, locale } = setting;
  const say = locale.say.data.monitor.decay;
  if (decay.months.length === 0) return null;
  const count = (number: number) => html`<span class="number">${locale.number(number)}</span>`;
  const months = decay.months
    .slice(-shownMonths)
    .map(({ month, found, died, revived, alive }) => plainRow(month, ...[found, died, revived, alive].map(count)));
  const groups = (id: string, head: string, of: readonly DecayGroup[], nameOf: (name: string) => string) => {
    const rows = of
      .slice(0, shownGroups)
      .map(({ name, found, died, revived, resources, up, down }) =>
        plainRow(
          html`<span dir="auto">${nameOf(name) || say.unknown}</span>`,
          ...[found, died, revived, resources, up, down].map(count),
        ),
      );
    return html`<p class="note" id="${id}">${head}</p>${scrollTable({ id }, [head, say.born, say.died, say.revived, say.now, say.up, say.down], rows)}`;
  };
  const csv = `${base}/api/v1/stats/decay?f=csv`;
  return html`<section aria-labelledby="decay"><h2 id="decay">${say.title}</h2><p class="note">${say.note}</p>
${scrollTable({ id: 'decay' }, [say.month, say.born, say.died, say.revived, say.alive], months)}
${groups('decay-countries', say.country, decay.countries, (name) => (name === '' ? '' : facetLabel('country', name, locale)))}
${groups('decay-servers', say.server, decay.servers, (name) => name)}
<ul class="links"><li><a href="${csv}">${say.csv}</a></li><li><a href="${base}/api/v1/stats/decay">${say.json}</a></li></ul></section>`;
}
