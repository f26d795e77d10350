// The list of crawls.
import type { OtherRunner } from '../../../frontier/task-table.ts';
import type { ExternalCrawl } from '../../crawls/task-rows.ts';
import type { TaskView } from '../../crawls/task-view.ts';
import type { Quota } from '../../crawls/tasks.ts';
import type { ShownWorker } from '../../crawls/workers.ts';
import { headedRow, scrollTable } from '../layout/data-table.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';

export interface CrawlListData {
  readonly setting: PageSetting;
  readonly crawls: readonly TaskView[];
  readonly quota: Quota;
  readonly mayCrawl: boolean;
  /** Started on the command line. */
  readonly outside: readonly ExternalCrawl[];
  /** Workers of a PostgreSQL database, shown to administrators. */
  readonly workers: readonly ShownWorker[];
  readonly waitsFor: OtherRunner | null;
}

export function crawlsPage(parts: CrawlListData): string {
  const { setting, crawls, quota, mayCrawl, outside, workers, waitsFor } = parts;
  const { base, locale } = setting;
  const say = locale.say.people;
  const button = mayCrawl
    ? html`<a class="button primary" href="${base}/crawls/new">${say.newCrawl}</a>`
    : html`<a class="button" href="${base}/login?next=/crawls/new" rel="nofollow">${say.loginToCrawl}</a>`;
  const used =
    quota.tasksMost === null
      ? null
      : html`<p class="note">${say.quota(locale.number(quota.tasks), locale.number(quota.tasksMost))}</p>`;
  const body = html`<div class="heading"><h1>${say.crawls}</h1>${button}</div>
<p>${say.crawlsLead}</p>${mayCrawl ? used : null}
${waitsFor === null || !mayCrawl ? null : html`<p class="complaint">${locale.say.crawl.waitsFor(waitsFor.name)}</p>`}
${crawls.length === 0 ? html`<p>${say.noCrawls}</p>` : crawlTable(crawls, setting)}
${outside.length === 0 ? null : outsideTable(outside, setting)}
${workers.length === 0 ? null : workerTable(workers, setting)}`;
  return htmlPage({ title: say.crawls, setting, body, entry: 'crawls' });
}

/** Read-only: they are controlled from the command line. */
function outsideTable(crawls: readonly ExternalCrawl[], { locale }: PageSetting): Html {
  const { people: say, crawl } = locale.say;
  const rows = crawls.map(({ name, state, resources, pages, createdMs }) =>
    headedRow(
      name,
      html`<span class="kind">${say.states[state] ?? state}</span>`,
      { number: locale.number(resources) },
      { number: locale.number(pages) },
      locale.day(createdMs),
    ),
  );
  const heads = [say.title, say.state, say.found, say.pages, say.started];
  return html`<section aria-labelledby="outside"><h2 id="outside">${crawl.outside}</h2><p class="note">${crawl.outsideLead}</p>${scrollTable({ label: crawl.outside }, heads, rows)}</section>`;
}

function workerTable(workers: readonly ShownWorker[], { locale }: PageSetting): Html {
  const { people, crawl: say } = locale.say;
  const rows = workers.map(({ id, state, roles, tasks, active, leases, perSecond, started }) =>
    headedRow(
      id,
      html`<span class="kind">${say.workerStates[state]}</span>`,
      roles,
      tasks,
      { number: locale.number(active) },
      { number: locale.number(leases) },
      { number: locale.number(Math.round(10 * perSecond) / 10) },
      locale.day(Date.parse(started)),
    ),
  );
  const heads = [
    ...[say.worker, people.state, say.workerRoles, say.workerCrawls, say.workerVisits, say.workerHosts],
    ...[say.workerRate, people.started],
  ];
  return html`<section aria-labelledby="workers"><h2 id="workers">${say.workersTitle}</h2><p class="note">${say.workersLead}</p>${scrollTable({ label: say.workersTitle }, heads, rows)}</section>`;
}

function crawlTable(crawls: readonly TaskView[], { base, locale }: PageSetting): Html {
  const say = locale.say.people;
  const rows = crawls.map(({ id, name, owner, state, resources, pages, started, stats }) =>
    headedRow(
      html`<a href="${base}/crawls/${id}">${name}</a>`,
      html`<span class="kind state-${state}">${say.states[state]}</span>`,
      { number: locale.number(stats?.resources ?? resources) },
      { number: locale.number(stats?.pages ?? pages) },
      owner ?? '',
      started === null ? '' : locale.day(Date.parse(started)),
    ),
  );
  return scrollTable({ label: say.crawls }, [say.title, say.state, say.found, say.pages, say.owner, say.started], rows);
}
