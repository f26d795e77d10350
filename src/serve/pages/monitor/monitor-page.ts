// The monitoring page: resources by status, recent changes, longest outages, slowest services.

import { type HealthEvent, healthStates, type MonitorCounts } from '../../../model/monitoring.ts';
import type { Decay } from '../../../monitor/health/decay.ts';
import { pageUrl } from '../../formats/record-url.ts';
import type { MonitorExtremes } from '../../health/monitor-extremes.ts';
import { table } from '../layout/data-table.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';
import { decaySection } from './decay-section.ts';

export interface MonitorParts extends MonitorExtremes {
  readonly setting: PageSetting;
  readonly counts: MonitorCounts;
  readonly events: readonly HealthEvent[];
  readonly decay: Decay;
  /** Titles of all records listed above. */
  readonly titles: ReadonlyMap<string, string>;
  readonly nowMs: number;
}

const dayMs = 86_400_000;

export function monitorPage(parts: MonitorParts): string {
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
    ...{ title: say.title, setting, body, entry: 'monitor', width: 'wide' },
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
    return [
      html`<time datetime="${new Date(atMs).toISOString()}">${locale.day(atMs)}</time>`,
      named(id, title, base),
      html`<span class="state ${type}">${say.events[type]}</span>`,
      html`<span dir="auto">${message}</span>${more}`,
    ];
  });
  return table('changes', [say.when, say.resource, say.what, say.why], rows);
}

function downTable({ setting, longestDown, titles, nowMs }: MonitorParts): Html {
  const { base, locale } = setting;
  const { say, number, day } = locale;
  const { monitor } = say.data;
  if (longestDown.length === 0) return html`<p>${monitor.noneDown}</p>`;
  const rows = longestDown.map(({ id, state, sinceMs, reason }) => {
    const days = Math.max(1, Math.round((nowMs - sinceMs) / dayMs));
    const title = titles.get(id) ?? id;
    return [
      named(id, title, base),
      html`<span class="state ${state}">${say.values[state]}</span>`,
      `${day(sinceMs)} (${monitor.days(number(days), days === 1)})`,
      html`<span dir="auto">${reason}</span>`,
      html`<a href="${base}/api/v1/resources/${id}/report?f=markdown" aria-label="${monitor.reportOf(title)}">${monitor.report}</a>`,
    ];
  });
  return table('down', [monitor.resource, say.facets.state, monitor.since, monitor.why, monitor.report], rows);
}

function slowTable({ setting, slowest, titles }: MonitorParts): Html {
  const { base, locale } = setting;
  const say = locale.say.data.monitor;
  if (slowest.length === 0) return html`<p>${say.noneSlow}</p>`;
  const rows = slowest.map(({ id, t90Ms }) => [
    named(id, titles.get(id) ?? id, base),
    html`<span class="number">${say.ms(locale.number(Math.round(t90Ms)))}</span>`,
  ]);
  return html`<p class="note">${say.slowNote}</p>${table('slow', [say.resource, say.time], rows)}`;
}

function named(id: string, title: string, base: string): Html {
  return html`<a href="${pageUrl(base, id)}#health" dir="auto">${title}</a>`;
}
