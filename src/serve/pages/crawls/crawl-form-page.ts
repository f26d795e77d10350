// The form for a new crawl, with errors at each field and a preview of the first requests.
import { orderingNames } from '../../../model/rank.ts';
import type { DryHost, DryRun } from '../../crawls/dry-run.ts';
import { headedRow, scrollTable } from '../layout/data-table.ts';
import { checkBox, complaint, type Field, selectField, textArea, textField } from '../layout/form-parts.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import type { PageSetting } from '../layout/page-setting.ts';
import { shortTime } from './crawl-live-parts.ts';

export interface CrawlFormParts {
  readonly setting: PageSetting;
  /** Submitted values, shown again in the form. */
  readonly given: URLSearchParams;
  readonly defaults: {
    readonly depth: number;
    readonly scope: string;
    readonly strategy: string;
    readonly delayMs: number;
  };
  /** Errors that belong to no field. */
  readonly complaint: string | null;
  /** Errors by field. */
  readonly complaints: ReadonlyMap<string, string>;
  /** The preview, if it was requested. */
  readonly dryRun: DryRun | null;
  readonly hasSearchEngine: boolean;
}

/** One form field with its submitted value and error. */
type FieldOf = (name: string, label: string, more?: Partial<Field>) => Field;

export function crawlFormPage(parts: CrawlFormParts): string {
  const { setting, given, hasSearchEngine, complaints } = parts;
  const { base, locale } = setting;
  const say = locale.say.people;
  const fieldOf: FieldOf = (name, label, more = {}) => {
    const error = complaints.get(name);
    return { name, label, value: given.get(name) ?? '', ...more, ...(error === undefined ? {} : { error }) };
  };
  const body = html`<h1>${say.newCrawl}</h1>${complaint(parts.complaint)}${listed(parts)}${dryRunPart(parts)}
<form method="post" action="${base}/crawls" class="crawl-form" novalidate>
${textArea(fieldOf('seeds', say.seeds, { help: say.seedsHelp }))}
${hasSearchEngine ? textField(fieldOf('keywords', say.keywords, { help: say.keywordsHelp })) : html`<p class="note">${locale.say.crawl.noEngine}</p>`}
${textField(fieldOf('name', say.title, { help: say.titleHelp }))}
${farFields(parts, fieldOf)}
<details${hasMore(parts) ? html` open` : null}><summary>${say.filters} · ${say.limits}</summary>
${textField(fieldOf('kinds', say.kinds, { help: say.kindsHelp }))}${textField(fieldOf('region', say.region, { help: say.regionHelp }))}
${textField(fieldOf('include', say.include, { help: locale.say.crawl.patternHelp }))}${textField(fieldOf('exclude', say.exclude, { help: locale.say.crawl.patternHelp }))}
${limitFields(parts, fieldOf)}
</details>
${checkBox({ name: 'shared', label: say.share }, given.has('shared'))}
<p class="actions"><button type="submit" name="then" value="start" class="primary">${say.startNow}</button>
<button type="submit" name="then" value="save">${say.onlySave}</button>
<button type="submit" name="then" value="preview">${say.preview}</button></p>
</form>`;
  return htmlPage({ title: say.newCrawl, setting, body, entry: 'crawls' });
}

/** All errors at the top, each linked to its field. */
function listed({ complaints, setting }: CrawlFormParts): Html | null {
  if (complaints.size === 0) return null;
  const items = [...complaints].map(([name, text]) => html`<li><a href="#f-${name}">${text}</a></li>`);
  return html`<div class="complaint" role="alert"><p>${setting.locale.say.crawl.pleaseFix}</p><ul>${items}</ul></div>`;
}

function farFields({ setting, given, defaults, hasSearchEngine }: CrawlFormParts, fieldOf: FieldOf): Html {
  const say = setting.locale.say.people;
  const scopes = ['host', 'site', 'web'].map((scope) => [scope, say.scopes3[scope] ?? scope] as const);
  const depth = given.get('depth') ?? String(defaults.depth);
  return html`<fieldset><legend>${say.where}</legend><div class="field-grid">
${textField(fieldOf('depth', say.depth, { type: 'number', value: depth }))}
${selectField(fieldOf('scope', say.scope, { value: given.get('scope') ?? defaults.scope }), scopes)}
${hasSearchEngine ? textField(fieldOf('width', say.width, { type: 'number' })) : null}</div></fieldset>`;
}

function limitFields({ setting, given, defaults }: CrawlFormParts, fieldOf: FieldOf): Html {
  const { people: say, crawl } = setting.locale.say;
  const number = (name: string, label: string) => textField(fieldOf(name, label, { type: 'number' }));
  const delay = given.get('delayMs') ?? String(defaults.delayMs);
  const orders = orderingNames.map((name) => [name, crawl.orders[name] ?? name] as const);
  return html`<div class="field-grid">${number('maxPages', say.maxPages)}${number('maxMinutes', say.maxMinutes)}${number('maxMegabytes', crawl.maxMegabytes)}
${textField(fieldOf('delayMs', say.delay, { type: 'number', value: delay }))}
${selectField(fieldOf('strategy', say.strategy, { value: given.get('strategy') ?? defaults.strategy }), orders)}
${selectField(fieldOf('every', say.every), Object.entries(say.everyWords))}</div>`;
}

const collapsed = 'kinds region include exclude maxPages maxMinutes maxMegabytes every delayMs strategy'.split(' ');

/** Whether a field in the collapsed part was set or has an error. */
function hasMore({ given, complaints, defaults }: CrawlFormParts): boolean {
  const usual = new Map([
    ['delayMs', String(defaults.delayMs)],
    ['strategy', defaults.strategy],
  ]);
  return collapsed.some((name) => {
    const expected = usual.get(name) ?? '';
    return complaints.has(name) || (given.get(name) ?? expected) !== expected;
  });
}

function dryRunPart({ dryRun, setting }: CrawlFormParts): Html | null {
  if (dryRun === null) return null;
  const { locale } = setting;
  const { people: say, crawl } = locale.say;
  const { first, hosts, queries, firstMs, allMs } = dryRun;
  const requests = first.map(
    ({ url, as }) => html`<li><code>${url}</code> <span class="kind">${crawl.requestedAs[as] ?? as}</span></li>`,
  );
  const searches = queries.map((query) => html`<li><code>${query}</code></li>`);
  const [inAll, most] = [crawl.firstTakes(shortTime(firstMs)), allMs === null ? '' : crawl.allTakes(shortTime(allMs))];
  return html`<section role="status" class="panel"><h2>${crawl.dryRun}</h2><p class="note">${crawl.dryRunLead}</p>
${first.length === 0 ? null : html`<h3>${say.wouldBegin}</h3><ol>${requests}</ol><p>${inAll} ${most}</p>`}
${queries.length === 0 ? null : html`<h3>${say.wouldSearch}</h3><ul>${searches}</ul>`}
${hosts.length === 0 ? null : hostTable(hosts, setting)}</section>`;
}

function hostTable(hosts: readonly DryHost[], { locale }: PageSetting): Html {
  const { people: say, crawl } = locale.say;
  const rows = hosts.map(({ host, addresses, robots, pauseMs, hasOptedOut }) =>
    headedRow(host, { number: locale.number(addresses) }, hasOptedOut ? crawl.optedOut : crawl.robots[robots], {
      number: `${locale.number(pauseMs)} ms`,
    }),
  );
  return scrollTable({ label: say.hosts }, [say.host, crawl.addresses, 'robots.txt', crawl.pause], rows);
}
