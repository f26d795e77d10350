// The list of crawls.
import type { OtherRunner } from '../../../frontier/task-table.ts';
import type { ExternalCrawl } from '../../crawls/task-rows.ts';
import type { TaskView } from '../../crawls/task-view.ts';
import type { Quota } from '../../crawls/tasks.ts';
import type { ShownWorker } from '../../crawls/workers.ts';
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
  const rows = crawls.map(
    ({ name, state, resources, pages, createdMs }) =>
      html`<tr><th scope="row">${name}</th><td><span class="kind">${say.states[state] ?? state}</span></td><td class="number">${locale.number(resources)}</td><td class="number">${locale.number(pages)}</td><td>${locale.day(createdMs)}</td></tr>`,
  );
  return html`<section aria-labelledby="outside"><h2 id="outside">${crawl.outside}</h2><p class="note">${crawl.outsideLead}</p><div class="scroll" tabindex="0" role="region" aria-label="${crawl.outside}"><table><thead><tr><th scope="col">${say.title}</th><th scope="col">${say.state}</th><th scope="col">${say.found}</th><th scope="col">${say.pages}</th><th scope="col">${say.started}</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function workerTable(workers: readonly ShownWorker[], { locale }: PageSetting): Html {
  const { people, crawl: say } = locale.say;
  const rows = workers.map(
    ({ id, state, roles, tasks, active, leases, perSecond, started }) =>
      html`<tr><th scope="row">${id}</th><td><span class="kind">${say.workerStates[state]}</span></td><td>${roles}</td><td>${tasks}</td><td class="number">${locale.number(active)}</td><td class="number">${locale.number(leases)}</td><td class="number">${locale.number(Math.round(10 * perSecond) / 10)}</td><td>${locale.day(Date.parse(started))}</td></tr>`,
  );
  return html`<section aria-labelledby="workers"><h2 id="workers">${say.workersTitle}</h2><p class="note">${say.workersLead}</p><div class="scroll" tabindex="0" role="region" aria-label="${say.workersTitle}"><table><thead><tr><th scope="col">${say.worker}</th><th scope="col">${people.state}</th><th scope="col">${say.workerRoles}</th><th scope="col">${say.workerCrawls}</th><th scope="col">${say.workerVisits}</th><th scope="col">${say.workerHosts}</th><th scope="col">${say.workerRate}</th><th scope="col">${people.started}</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function crawlTable(crawls: readonly TaskView[], { base, locale }: PageSetting): Html {
  const say = locale.say.people;
  const rows = crawls.map(
    ({ id, name, owner, state, resources, pages, started, stats }) =>
      html`<tr><th scope="row"><a href="${base}/crawls/${id}">${name}</a></th><td><span class="kind state-${state}">${say.states[state]}</span></td><td class="number">${locale.number(stats?.resources ?? resources)}</td><td class="number">${locale.number(stats?.pages ?? pages)}</td><td>${owner ?? ''}</td><td>${started === null ? '' : locale.day(Date.parse(started))}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${say.crawls}"><table><thead><tr><th scope="col">${say.title}</th><th scope="col">${say.state}</th><th scope="col">${say.found}</th><th scope="col">${say.pages}</th><th scope="col">${say.owner}</th><th scope="col">${say.started}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
