// The page of one crawl: state, discoveries, current visits and queue. The page script keeps it up to date.
import type { FoundRow } from '../../crawls/task-details.ts';
import type { TaskView } from '../../crawls/task-view.ts';
import { pageUrl } from '../../formats/record-url.ts';
import { buttonForm, complaint } from '../layout/form-parts.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';
import { type CrawlNow, nowParts } from './crawl-live-parts.ts';

export interface CrawlPageData {
  readonly setting: PageSetting;
  readonly crawl: TaskView;
  /** Newest first. */
  readonly found: readonly FoundRow[];
  readonly now: CrawlNow;
  /** The last event already included in this page. */
  readonly lastEvent: number;
  readonly complaint: string | null;
}

export function crawlPage(parts: CrawlPageData): string {
  const { setting, crawl } = parts;
  const { base, locale } = setting;
  const say = locale.say.people;
  const at = `${base}/crawls/${crawl.id}`;
  const body = html`<div class="heading"><h1>${crawl.name}</h1><span class="kind" id="state" data-words="${JSON.stringify(say.states)}">${say.states[crawl.state]}</span></div>
${complaint(parts.complaint)}
<p id="ended" data-words="${JSON.stringify(say.endings)}">${crawl.ended === null ? '' : (say.endings[crawl.ended] ?? crawl.ended)}</p>
${crawl.maySteer ? steering(crawl, at, setting) : null}
<p class="note" id="connection" role="status" data-lost="${say.lost}"></p>
<noscript><p><a class="button" href="${at}">${locale.say.crawl.refresh}</a></p></noscript>
${tiles(parts)}
<div class="side-by-side">${mapSection(setting)}${discoveriesSection(parts)}</div>
${visitSection(parts)}
${nowSections(parts, at)}${settingsSection(parts)}`;
  const live = html`<div id="crawl" data-state="${crawl.state}" data-events="${base}/api/v1/tasks/${crawl.id}/events" data-now="${at}/now" data-after="${parts.lastEvent}" data-page="${base}/service/">${body}</div>`;
  return htmlPage({ title: crawl.name, setting, body: live, entry: 'crawls', width: 'wide', script: 'crawl' });
}

function mapSection({ base, locale, assets }: PageSetting): Html {
  const say = locale.say.crawl;
  return html`<section aria-labelledby="host-map" class="with-script" hidden><h2 id="host-map">${say.hostMap}</h2>
<div class="mapbox" id="map" role="region" aria-label="${locale.say.people.mapLabel}" data-land="${base}/assets/${assets.nameOf('countries.json')}"></div><p class="note">${say.hostMapLead}</p></section>`;
}

function visitSection({ crawl, setting }: CrawlPageData): Html {
  const { say } = setting.locale;
  const items = (urls: readonly string[]) => urls.map((url) => html`<li>${url}</li>`);
  const { visiting = [], visited = [] } = crawl.stats ?? {};
  return html`<div class="side-by-side"><section aria-labelledby="visiting-now"><h2 id="visiting-now">${say.crawl.inProgress}</h2><p class="note" id="no-visits"${visiting.length > 0 ? html` hidden` : null}>${say.crawl.noVisits}</p><ul id="visiting" class="plain steady">${items(visiting)}</ul></section>
<section aria-labelledby="just-read"><h2 id="just-read">${say.crawl.recentPages}</h2><ul id="visited" class="plain steady">${items(visited)}</ul></section></div>`;
}

function nowSections({ now, setting }: CrawlPageData, at: string): Html {
  const { people, crawl } = setting.locale.say;
  const { curve, hosts, waiting, problems } = nowParts(now, setting);
  const requested = now.hostFilter;
  return html`<section aria-labelledby="curves"><h2 id="curves">${crawl.curves}</h2>${curve}</section>
<details${requested === '' ? null : html` open`}><summary>${people.hostList}</summary>
<form method="get" action="${at}" class="inline"><label for="host">${crawl.findHost}</label><input id="host" name="host" value="${requested}"><button type="submit">${crawl.show}</button></form>${hosts}</details>
<details><summary>${people.next}</summary><p class="note">${people.nextLead}</p>${waiting}</details>
<details><summary>${people.problems}</summary>${problems}</details>`;
}

/** Actions that fit the state come first; the server rejects the others. */
function steering({ state, isShared }: TaskView, at: string, { locale }: PageSetting): Html {
  const say = locale.say.people;
  const isActive = state === 'running' || state === 'waiting';
  const start = state === 'paused' || state === 'stopped' || state === 'failed' ? 'resume' : 'start';
  const verbs = isActive ? ['pause', 'stop'] : state === 'paused' ? [start, 'stop'] : state === 'done' ? [] : [start];
  const isOver = !isActive && !['pausing', 'stopping'].includes(state);
  return html`<div class="actions" id="steering" data-state="${state}">
${verbs.map((verb) => buttonForm(`${at}/${verb}`, say.verbs[verb] ?? verb, verb === start ? { style: 'primary' } : {}))}
${buttonForm(`${at}/${isShared ? 'unshare' : 'share'}`, isShared ? say.makePrivate : say.makeShared)}
${isOver ? buttonForm(`${at}/remove`, say.verbs.remove ?? '') : null}</div>
<p class="note">${isShared ? say.shared : say.private}</p>`;
}

type Tile = readonly [name: string, label: string, value: string];

function tiles({ crawl, setting }: CrawlPageData): Html {
  const { locale } = setting;
  const { people: say, crawl: words } = locale.say;
  const { stats, machine } = crawl;
  const orDash = (value: number | undefined) => (value === undefined ? '–' : locale.number(value));
  const shown: readonly Tile[] = [
    ['resources', say.found, locale.number(stats?.resources ?? crawl.resources)],
    ['pages', say.pages, locale.number(stats?.pages ?? crawl.pages)],
    ['pagesPerSecond', say.rate, locale.number(stats?.pagesPerSecond ?? 0)],
    ['requests', say.requests, locale.number(stats?.requests ?? crawl.requests)],
    ['pending', say.pending, orDash(stats?.pending)],
    ['hosts', say.hosts, orDash(stats?.hosts)],
    ['failures', say.failures, orDash(stats?.failures)],
  ];
  const kib = (bytes: number) => `${locale.number(Math.round(bytes / 1024))} KiB`;
  const used: readonly Tile[] = [
    ['active', words.workers, orDash(stats?.active)],
    ['bytes', say.bytes, kib(stats?.bytes ?? crawl.bytes)],
    ['bytesPerSecond', words.network, stats === null ? '–' : kib(stats.bytesPerSecond)],
    ['cpu', say.processor, machine === null ? '–' : `${locale.number(machine.cpuPercent)} %`],
    ['memory', say.memory, machine === null ? '–' : `${locale.number(Math.round(machine.memoryBytes / 1048576))} MiB`],
  ];
  const row = (list: readonly Tile[], style: string) =>
    html`<dl class="${style}">${list.map(([name, label, value]) => html`<div><dt>${label}</dt><dd data-stat="${name}">${value}</dd></div>`)}</dl>`;
  return html`${row(shown, 'tiles')}${row(used, 'tiles small')}`;
}

function discoveriesSection({ found, setting }: CrawlPageData): Html {
  const { base, locale } = setting;
  const say = locale.say.people;
  const items = found.map(
    ({ id, kind, title, endpoint, extent }) =>
      html`<li data-id="${id}" data-endpoint="${endpoint}"${extent === null ? null : html` data-extent="${extent.join(',')}"`}><a href="${pageUrl(base, id)}">${title || endpoint}</a> <span class="kind">${kind}</span> <span class="note">${endpoint}</span></li>`,
  );
  return html`<section aria-labelledby="finds" class="beside-map"><div class="heading"><h2 id="finds">${say.discoveries}</h2><label class="choice with-script" hidden><input type="checkbox" id="hold"><span>${say.hold}</span></label></div>
<p id="none"${found.length === 0 ? null : html` hidden`}>${say.noDiscoveries}</p><ul id="found" class="plain finds">${items}</ul></section>`;
}

function settingsSection({ crawl, setting }: CrawlPageData): Html {
  const { locale } = setting;
  const say = locale.say.people;
  const { settings } = crawl;
  const rows: readonly (readonly [string, string])[] = [
    [say.seeds, crawl.seeds.join('\n')],
    [say.keywords, crawl.keywords.join(', ')],
    [say.depth, String(settings.depth ?? '')],
    [say.scope, say.scopes3[settings.scope ?? ''] ?? ''],
    [say.strategy, settings.strategy ?? ''],
    [say.kinds, crawl.kinds.join(', ')],
    [say.region, crawl.region?.join(', ') ?? ''],
    [say.include, crawl.include.join(', ')],
    [say.exclude, crawl.exclude.join(', ')],
    [say.maxPages, settings.maxPages === null ? '' : locale.number(settings.maxPages)],
    [say.maxMinutes, settings.maxMinutes === null ? '' : locale.number(settings.maxMinutes)],
    [say.every, crawl.every === null ? '' : (say.everyWords[crawl.every] ?? '')],
    [locale.say.crawl.nextTime, crawl.next === null ? '' : crawl.next.replace('T', ' ').slice(0, 16).concat(' UTC')],
    [say.owner, crawl.owner ?? ''],
  ];
  const given = rows.filter(([, value]) => value !== '');
  return html`<details><summary>${say.settings}</summary><dl class="facts">${given.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>${another(crawl, setting)}</details>`;
}

/** Some servers and proxies truncate longer URLs. */
const mostQuery = 4000;

/** A link to the form for a new crawl with the same values. */
function another({ maySteer, settings, ...crawl }: TaskView, { base, locale }: PageSetting): Html | null {
  const { seeds, keywords, kinds, include, exclude, region, every } = crawl;
  const { depth, scope, strategy, maxPages, maxMinutes, delayMs } = settings;
  const fields = {
    seeds: seeds.join('\n'),
    keywords: keywords.join(', '),
    kinds: kinds.join(', '),
    include: include.join(', '),
    exclude: exclude.join(', '),
    depth,
    scope,
    strategy,
    maxPages,
    maxMinutes,
    delayMs,
    region: region?.join(','),
    every,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== '' && value != null) query.set(name, String(value));
  if (!maySteer || query.toString().length > mostQuery) return null;
  return html`<p><a class="button" href="${base}/crawls/new?${query.toString()}">${locale.say.crawl.another}</a></p>`;
}
