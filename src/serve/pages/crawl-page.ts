// One crawl: how it stands, what it found, where it is and what comes next. The script of the page keeps it up to date.
import type { FoundRow, HostRow, WaitingRow } from '../tasks/task-details.ts';
import type { TaskView } from '../tasks/task-view.ts';
import { buttonForm, complaint } from './form-parts.ts';
import { type Html, html } from './html.ts';
import { htmlPage } from './page.ts';
import type { PageSetting } from './page-setting.ts';
import { pageUrl } from './record-url.ts';

export interface CrawlParts {
  readonly setting: PageSetting;
  readonly crawl: TaskView;
  /** The newest first. */
  readonly found: readonly FoundRow[];
  readonly hosts: readonly HostRow[];
  readonly waiting: readonly WaitingRow[];
  readonly problems: readonly { readonly code: string; readonly count: number; readonly url: string }[];
  /** The last event that is in this page already. */
  readonly lastEvent: number;
  readonly complaint: string | null;
}

export function crawlPage(parts: CrawlParts): string {
  const { setting, crawl } = parts;
  const { base, locale } = setting;
  const say = locale.say.people;
  const at = `${base}/crawls/${crawl.id}`;
  const body = html`<div class="heading"><h1>${crawl.name}</h1><span class="kind" id="state" data-words="${JSON.stringify(say.states)}">${say.states[crawl.state]}</span></div>
${complaint(parts.complaint)}
<p id="ended" data-words="${JSON.stringify(say.endings)}">${crawl.ended === null ? '' : (say.endings[crawl.ended] ?? crawl.ended)}</p>
${crawl.maySteer ? steering(crawl, at, setting) : null}
<p class="note" id="connection" role="status" data-lost="${say.lost}"></p>
${tiles(parts)}
<div class="mapbox large" id="map" hidden role="region" aria-label="${say.mapLabel}" data-land="${base}/assets/${setting.assets.nameOf('countries.json')}"></div>
${findsSection(parts)}
<section aria-labelledby="visiting" class="with-script" hidden><h2 id="visiting">${say.visiting}</h2><ul id="visited" class="plain"></ul></section>
${waitingSection(parts)}${hostSection(parts)}${problemSection(parts)}${settingsSection(parts)}`;
  const live = html`<div id="crawl" data-events="${base}/api/v1/tasks/${crawl.id}/events" data-after="${parts.lastEvent}" data-page="${base}/service/">${body}</div>`;
  return htmlPage({ title: crawl.name, setting, body: live, entry: 'crawls', width: 'wide', script: 'crawl' });
}

/** What fits the state comes first; the server says when something does not. */
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

function tiles({ crawl, setting }: CrawlParts): Html {
  const { locale } = setting;
  const say = locale.say.people;
  const { stats, machine } = crawl;
  const shown: readonly (readonly [name: string, label: string, value: string])[] = [
    ['resources', say.found, locale.number(stats?.resources ?? crawl.resources)],
    ['pages', say.pages, locale.number(stats?.pages ?? crawl.pages)],
    ['pagesPerSecond', say.rate, locale.number(stats?.pagesPerSecond ?? 0)],
    ['requests', say.requests, locale.number(stats?.requests ?? crawl.requests)],
    ['bytes', say.bytes, `${locale.number(Math.round((stats?.bytes ?? crawl.bytes) / 1024))} KiB`],
    ['pending', say.pending, stats === null ? '–' : locale.number(stats.pending)],
    ['hosts', say.hosts, stats === null ? '–' : locale.number(stats.hosts)],
    ['failures', say.failures, stats === null ? '–' : locale.number(stats.failures)],
    ['cpu', say.processor, machine === null ? '–' : `${locale.number(machine.cpuPercent)} %`],
    ['memory', say.memory, machine === null ? '–' : `${locale.number(Math.round(machine.memoryBytes / 1048576))} MiB`],
  ];
  return html`<dl class="tiles">${shown.map(([name, label, value]) => html`<div><dt>${label}</dt><dd data-stat="${name}">${value}</dd></div>`)}</dl>`;
}

function findsSection({ found, setting }: CrawlParts): Html {
  const { base, locale } = setting;
  const say = locale.say.people;
  const items = found.map(
    ({ id, kind, title, endpoint, extent }) =>
      html`<li data-id="${id}"${extent === null ? null : html` data-extent="${extent.join(',')}"`}><a href="${pageUrl(base, id)}">${title || endpoint}</a> <span class="kind">${kind}</span> <span class="note">${endpoint}</span></li>`,
  );
  return html`<section aria-labelledby="finds"><div class="heading"><h2 id="finds">${say.finds}</h2><label class="choice with-script" hidden><input type="checkbox" id="hold"><span>${say.hold}</span></label></div>
<p id="none"${found.length === 0 ? null : html` hidden`}>${say.noFinds}</p><ul id="found" class="plain">${items}</ul></section>`;
}

function waitingSection({ waiting, setting }: CrawlParts): Html | null {
  const say = setting.locale.say.people;
  if (waiting.length === 0) return null;
  const rows = waiting.map(
    ({ url, kind, depth, anchor, rank }) =>
      html`<tr><td class="number">${rank}</td><th scope="row"><code>${url}</code></th><td>${kind ?? ''}</td><td class="number">${depth}</td><td>${anchor ?? ''}</td></tr>`,
  );
  return html`<details><summary>${say.next}</summary><p class="note">${say.nextLead}</p><div class="scroll" tabindex="0" role="region" aria-label="${say.next}"><table><thead><tr><th scope="col">${say.rank}</th><th scope="col">URL</th><th scope="col">${say.kinds}</th><th scope="col">${say.depth}</th><th scope="col">${say.words}</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

function hostSection({ hosts, setting }: CrawlParts): Html | null {
  const { locale } = setting;
  const say = locale.say.people;
  if (hosts.length === 0) return null;
  const rows = hosts.map(
    ({ host, pages, services, waiting, why }) =>
      html`<tr><th scope="row">${host}</th><td class="number">${locale.number(services)}</td><td class="number">${locale.number(pages)}</td><td class="number">${locale.number(waiting)}</td><td>${why ?? ''}</td></tr>`,
  );
  return html`<details><summary>${say.hostList}</summary><div class="scroll" tabindex="0" role="region" aria-label="${say.hostList}"><table><thead><tr><th scope="col">${say.host}</th><th scope="col">${say.services}</th><th scope="col">${say.pages}</th><th scope="col">${say.pending}</th><th scope="col">${say.reason}</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

function problemSection({ problems, setting }: CrawlParts): Html | null {
  const { locale } = setting;
  const say = locale.say.people;
  if (problems.length === 0) return null;
  const rows = problems.map(
    ({ code, count, url }) =>
      html`<tr><th scope="row"><code>${code}</code></th><td class="number">${locale.number(count)}</td><td><code>${url}</code></td></tr>`,
  );
  return html`<details><summary>${say.problems}</summary><div class="scroll" tabindex="0" role="region" aria-label="${say.problems}"><table><thead><tr><th scope="col">${say.reason}</th><th scope="col">${say.times}</th><th scope="col">${say.example}</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

function settingsSection({ crawl, setting }: CrawlParts): Html {
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
    [say.owner, crawl.owner ?? ''],
  ];
  const given = rows.filter(([, value]) => value !== '');
  return html`<details><summary>${say.settings}</summary><dl class="facts">${given.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl></details>`;
}
