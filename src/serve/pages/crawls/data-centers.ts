// /data-centers: catalogs that can be harvested with one click, as a crawl, and their last harvests.
import { endpointKey } from '../../../base/url/endpoint.ts';
import { kindLabel } from '../../../catalog/dataset-terms.ts';
import { type HarvestSummary, listHarvests } from '../../../harvest/list-harvests.ts';
import { connectors } from '../../../kinds/connectors.ts';
import { knownCatalogs } from '../../../seeds/known-catalogs.ts';
import { parseSeed } from '../../../seeds/url-list.ts';
import { readTaskRequest, type TaskRequest, taskMembers } from '../../crawls/task-request.ts';
import { pageUrl } from '../../formats/record-url.ts';
import { may } from '../../http/principal.ts';
import { bodyOf } from '../../http/read-body.ts';
import type { HttpRequest } from '../../http/request.ts';
import type { HttpResponse } from '../../http/response.ts';
import { get, post, type Route } from '../../http/route.ts';
import { headedRow, scrollTable } from '../layout/data-table.ts';
import { complaint as complaintPart, orAgain, seeOther } from '../layout/form-parts.ts';
import { type Html, html } from '../layout/html.ts';
import { htmlPage } from '../layout/page.ts';
import { type PageSetting, pageResponse, settingOf } from '../layout/page-setting.ts';
import { localeOf } from '../messages/locale.ts';
import type { PageContext } from '../page-context.ts';

/** Catalogs from our records listed here; search finds the others. */
const shownFound = 50;
const nameCharacters = 80;

export function centerRoutes(context: PageContext): readonly Route[] {
  return [
    get('/data-centers', { permission: 'look' }, (request) =>
      pageResponse(request, () => showCenters(request, context, null)),
    ),
    post('/data-centers', { permission: 'crawl' }, (request) =>
      orAgain(
        request,
        () => harvest(request, context),
        (complaint) => showCenters(request, context, complaint),
      ),
    ),
  ];
}

/** One row of the list, with the result of its last harvest. */
type Listed = Pick<Center, 'title' | 'kind' | 'url' | 'country' | 'record'>;

async function showCenters(request: HttpRequest, context: PageContext, complaint: string | null): Promise<string> {
  const { catalog, store } = context;
  const kinds = [...new Set(connectors.map(({ kind }) => kind))];
  const { lines, total } = await catalog.list({
    kinds,
    filters: { type: ['catalog'] },
    copies: true,
    spread: false,
    sort: { by: 'layers', descending: true },
    limit: shownFound,
  });
  const harvests = await store.read(listHarvests);
  const running = await runningTasks(request, context);
  const complete = (listed: Listed) => ({ ...listed, ...stateOf(listed, harvests), ...taskOf(listed.url, running) });
  return centersPage({
    setting: settingOf(request, context),
    known: knownCatalogs.map((known) => complete({ ...known, record: null })),
    found: await Promise.all(
      lines.map(async ({ resource: { id, title, kind, endpoint } }) =>
        complete({
          title: title || endpoint,
          kind,
          url: endpoint,
          record: id,
          country: (await catalog.hostCountry(endpoint))[0] ?? null,
        }),
      ),
    ),
    foundTotal: total,
    mayHarvest: may(request.who, 'crawl'),
    complaint,
  });
}

function stateOf({ kind, url }: Listed, harvests: readonly HarvestSummary[]) {
  const own = harvests.filter((harvest) => harvest.kind === kind);
  const found =
    own.find((harvest) => harvest.endpointKey === endpointKey(url)) ??
    // Catalogs are often found below the URL people know them by.
    own.find(({ endpoint }) => endpoint.startsWith(`${url.replace(/\/$/, '')}/`));
  if (found === undefined) return { state: 'never', lastMs: null, records: null } as const;
  const { isDone, startedMs, endedMs, records } = found;
  return { state: isDone ? 'done' : 'broken', lastMs: isDone ? endedMs : startedMs, records } as const;
}

interface RunningTask {
  readonly id: number;
  readonly seeds: readonly string[];
}

async function runningTasks(request: HttpRequest, { tasks }: PageContext): Promise<readonly RunningTask[]> {
  return (await tasks.list(request.who))
    .filter(({ desiredState: desired }) => desired === 'run')
    .map(({ id, madeFrom }) => ({ id, seeds: (madeFrom as TaskRequest).seeds }));
}

function taskOf(url: string, running: readonly RunningTask[]): Pick<Center, 'task'> & Partial<Pick<Center, 'state'>> {
  const task = running.find(({ seeds }) => seeds.includes(parseSeed(url)));
  return task === undefined ? { task: null } : { task: task.id, state: 'running' };
}

/** A crawl that starts at the catalog and follows no pages: crawls harvest the catalogs they find. */
async function harvest(request: HttpRequest, context: PageContext): Promise<HttpResponse> {
  const { tasks } = context;
  const body = await bodyOf(request, ['url', 'title']);
  const url = body.text('url');
  const title = body.text('title', url).slice(0, nameCharacters);
  const running = taskOf(parseSeed(url), await runningTasks(request, context)).task;
  if (running !== null) return seeOther(`${request.base}/crawls/${running}`);
  const name = localeOf(request).say.data.centers.taskName(title);
  const task = { name, seeds: [url], depth: 0, scope: 'host', shared: true };
  const headers = { ...request.headers, 'content-type': 'application/json' };
  const made = await bodyOf({ ...request, headers, text: async () => JSON.stringify(task) }, taskMembers);
  const { id } = await tasks.create(request.who, readTaskRequest(made), true);
  return seeOther(`${request.base}/crawls/${id}`);
}

interface Center {
  readonly title: string;
  readonly kind: string;
  readonly url: string;
  /** ISO 3166 code; null if unknown or not specific to one country. */
  readonly country: string | null;
  /** Its record, if it is in the catalog. */
  readonly record: string | null;
  readonly state: 'never' | 'running' | 'done' | 'broken';
  readonly lastMs: number | null;
  /** Null if it was never harvested. */
  readonly records: number | null;
  /** The crawl that is harvesting it now. */
  readonly task: number | null;
}

interface CentersPageData {
  readonly setting: PageSetting;
  readonly known: readonly Center[];
  readonly found: readonly Center[];
  /** Total number of catalogs, shown or not. */
  readonly foundTotal: number;
  readonly mayHarvest: boolean;
  readonly complaint: string | null;
}

function centersPage(parts: CentersPageData): string {
  const { setting, known, found, foundTotal, mayHarvest, complaint } = parts;
  const { base, locale } = setting;
  const say = locale.say.data.centers;
  const more = html`<p><a href="${base}/?type=catalog">${say.allFound} (${locale.number(foundTotal)})</a></p>`;
  const body = html`<div class="heading"><h1>${say.title}</h1>${mayHarvest ? null : html`<a class="button" href="${base}/login?next=/data-centers" rel="nofollow">${say.loginToHarvest}</a>`}</div>
<p>${say.lead}</p>${complaintPart(complaint)}
<section aria-labelledby="found"><h2 id="found">${say.found}</h2>
${found.length === 0 ? html`<p>${say.noneFound}</p>` : centerTable('found', found, parts)}${foundTotal > found.length ? more : null}</section>
<section aria-labelledby="known"><h2 id="known">${say.known}</h2><p class="note">${say.knownNote}</p>
${centerTable('known', known, parts)}</section>`;
  return htmlPage({ title: say.title, setting, body, entry: 'centers', width: 'wide' });
}

function centerTable(id: string, centers: readonly Center[], { setting, mayHarvest }: CentersPageData): Html {
  const { base, locale } = setting;
  const say = locale.say.data.centers;
  const rows = centers.map((center) => {
    const { title, kind, url, country, record, state, lastMs, records, task } = center;
    const name = record === null ? html`${title}` : html`<a href="${pageUrl(base, record)}">${title}</a>`;
    const status = say.states[state];
    return headedRow(
      html`<span dir="auto">${name}</span><br><span class="note address">${url}</span>`,
      country === null ? '' : locale.country(country),
      html`<span class="kind">${kindLabel({ kind, version: null })}</span>`,
      lastMs === null ? '' : locale.day(lastMs),
      { number: records === null ? '' : locale.number(records) },
      task === null ? status : html`<a href="${base}/crawls/${task}">${status}</a>`,
      mayHarvest && task === null ? harvestForm(center, setting) : null,
    );
  });
  const heads = [say.name, say.country, say.kind, say.last, say.records, say.state, ''];
  return scrollTable({ id }, heads, rows, 'centers');
}

function harvestForm({ title, url, state }: Center, { base, locale }: PageSetting): Html {
  const say = locale.say.data.centers;
  return html`<form method="post" action="${base}/data-centers"><input type="hidden" name="url" value="${url}"><input type="hidden" name="title" value="${title}"><button type="submit" aria-label="${say.harvestOf(title)}">${state === 'done' ? say.again : say.harvest}</button></form>`;
}
