// The list of crawls, and the form for a new one.
import { orderingNames } from '../../model/rank.ts';
import type { TaskView } from '../tasks/task-view.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { checkBox, complaint, selectField, textArea, textField } from './form-parts.ts';
import { type Html, html } from './html.ts';
import { htmlPage } from './page.ts';
import type { PageSetting } from './page-setting.ts';

export interface CrawlsParts {
  readonly setting: PageSetting;
  readonly crawls: readonly TaskView[];
  readonly quota: ReturnType<Tasks['quota']>;
  readonly mayCrawl: boolean;
}

export function crawlsPage({ setting, crawls, quota, mayCrawl }: CrawlsParts): string {
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
${crawls.length === 0 ? html`<p>${say.noCrawls}</p>` : crawlTable(crawls, setting)}`;
  return htmlPage({ title: say.crawls, setting, body, entry: 'crawls' });
}

function crawlTable(crawls: readonly TaskView[], { base, locale }: PageSetting): Html {
  const say = locale.say.people;
  const rows = crawls.map(
    ({ id, name, owner, state, resources, pages, started, stats }) =>
      html`<tr><th scope="row"><a href="${base}/crawls/${id}">${name}</a></th><td><span class="kind state-${state}">${say.states[state]}</span></td><td class="number">${locale.number(stats?.resources ?? resources)}</td><td class="number">${locale.number(stats?.pages ?? pages)}</td><td>${owner ?? ''}</td><td>${started === null ? '' : locale.day(Date.parse(started))}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${say.crawls}"><table><thead><tr><th scope="col">${say.title}</th><th scope="col">${say.state}</th><th scope="col">${say.found}</th><th scope="col">${say.pages}</th><th scope="col">${say.owner}</th><th scope="col">${say.started}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

export interface CrawlFormParts {
  readonly setting: PageSetting;
  /** What was sent before; the form keeps it. */
  readonly given: URLSearchParams;
  readonly defaults: {
    readonly depth: number;
    readonly scope: string;
    readonly strategy: string;
    readonly delayMs: number;
  };
  readonly complaint: string | null;
  /** Where it would begin, when that was asked. */
  readonly dryRun: { readonly seeds: readonly string[]; readonly queries: readonly string[] } | null;
  readonly hasSearchEngine: boolean;
}

export function crawlFormPage(parts: CrawlFormParts): string {
  const { setting, given, hasSearchEngine } = parts;
  const { base, locale } = setting;
  const say = locale.say.people;
  const value = (name: string) => given.get(name) ?? '';
  const text = (name: string, label: string, help?: string) =>
    textField({ name, label, value: value(name), ...(help === undefined ? {} : { help }) });
  const body = html`<h1>${say.newCrawl}</h1>${complaint(parts.complaint)}${dryRunPart(parts)}
<form method="post" action="${base}/crawls" class="crawl-form">
${textArea({ name: 'seeds', label: say.seeds, value: value('seeds'), help: say.seedsHelp })}
${hasSearchEngine ? text('keywords', say.keywords, say.keywordsHelp) : null}
${text('name', say.title, say.titleHelp)}
${farFields(parts)}
<details${hasMore(given) ? html` open` : null}><summary>${say.wanted} · ${say.limits}</summary>
${text('kinds', say.kinds, say.kindsHelp)}${text('region', say.region, say.regionHelp)}
${text('include', say.include)}${text('exclude', say.exclude)}
${limitFields(parts)}
</details>
${checkBox({ name: 'shared', label: say.share }, given.has('shared'))}
<p class="actions"><button type="submit" name="then" value="start" class="primary">${say.startNow}</button>
<button type="submit" name="then" value="save">${say.onlySave}</button>
<button type="submit" name="then" value="preview">${say.preview}</button></p>
</form>`;
  return htmlPage({ title: say.newCrawl, setting, body, entry: 'crawls' });
}

function farFields({ setting, given, defaults, hasSearchEngine }: CrawlFormParts): Html {
  const say = setting.locale.say.people;
  const scopes = ['host', 'site', 'web'].map((scope) => [scope, say.scopes3[scope] ?? scope] as const);
  const width = textField({ name: 'width', label: say.width, type: 'number', value: given.get('width') ?? '' });
  return html`<fieldset><legend>${say.where}</legend><div class="field-grid">
${textField({ name: 'depth', label: say.depth, type: 'number', value: given.get('depth') ?? String(defaults.depth) })}
${selectField({ name: 'scope', label: say.scope, value: given.get('scope') ?? defaults.scope }, scopes)}
${hasSearchEngine ? width : null}</div></fieldset>`;
}

function limitFields({ setting, given, defaults }: CrawlFormParts): Html {
  const say = setting.locale.say.people;
  const number = (name: string, label: string) =>
    textField({ name, label, type: 'number', value: given.get(name) ?? '' });
  const every = Object.entries(say.everyWords);
  return html`<div class="field-grid">${number('maxPages', say.maxPages)}${number('maxMinutes', say.maxMinutes)}
${textField({ name: 'delayMs', label: say.delay, type: 'number', value: given.get('delayMs') ?? String(defaults.delayMs) })}
${selectField(
  { name: 'strategy', label: say.strategy, value: given.get('strategy') ?? defaults.strategy },
  orderingNames.map((name) => [name, name] as const),
)}
${selectField({ name: 'every', label: say.every, value: given.get('every') ?? '' }, every)}</div>`;
}

function hasMore(given: URLSearchParams): boolean {
  const hidden = ['kinds', 'region', 'include', 'exclude', 'maxPages', 'maxMinutes', 'every'];
  return hidden.some((name) => (given.get(name) ?? '') !== '');
}

function dryRunPart({ dryRun, setting }: CrawlFormParts): Html | null {
  if (dryRun === null) return null;
  const say = setting.locale.say.people;
  const list = (values: readonly string[]) =>
    html`<ul>${values.map((value) => html`<li><code>${value}</code></li>`)}</ul>`;
  return html`<section role="status" class="panel"><h2>${say.wouldBegin}</h2>${list(dryRun.seeds)}${dryRun.queries.length === 0 ? null : html`<p>${say.wouldAsk}</p>${list(dryRun.queries)}`}</section>`;
}
