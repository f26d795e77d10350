// /data-centers: catalogs that can be harvested, and the request that starts a harvest as a crawl.
import { endpointKey } from '../../../base/url/endpoint.ts';
import { type HarvestSummary, listHarvests } from '../../../harvest/list-harvests.ts';
import { connectors } from '../../../kinds/connectors.ts';
import { knownCatalogs } from '../../../seeds/known-catalogs.ts';
import { parseSeed } from '../../../seeds/url-list.ts';
import { readTaskRequest, type TaskRequest, taskMembers } from '../../crawls/task-request.ts';
import { may } from '../../http/principal.ts';
import { bodyOf } from '../../http/read-body.ts';
import type { HttpRequest } from '../../http/request.ts';
import type { HttpResponse } from '../../http/response.ts';
import { get, post, type Route } from '../../http/route.ts';
import { orAgain, seeOther } from '../layout/form-parts.ts';
import { settingOf } from '../layout/page-setting.ts';
import { localeOf } from '../messages/locale.ts';
import type { PageContext } from '../page-context.ts';
import { page } from '../routes.ts';
import { type Center, centersPage } from './centers-page.ts';

/** Catalogs from our records listed here; the rest are found by searching. */
const shownFound = 50;
const nameCharacters = 80;

export function centerRoutes(context: PageContext): readonly Route[] {
  return [
    get('/data-centers', { permission: 'look' }, (request) => page(request, () => showCenters(request, context, null))),
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
    ...{ kinds, filters: { type: ['catalog'] }, copies: true, spread: false },
    ...{ sort: { by: 'layers', descending: true }, limit: shownFound },
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
          ...{ title: title || endpoint, kind, url: endpoint, record: id },
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
  const already = taskOf(parseSeed(url), await runningTasks(request, context)).task;
  if (already !== null) return seeOther(`${request.base}/crawls/${already}`);
  const name = localeOf(request).say.data.centers.taskName(title);
  const task = { name, seeds: [url], depth: 0, scope: 'host', shared: true };
  const headers = { ...request.headers, 'content-type': 'application/json' };
  const made = await bodyOf({ ...request, headers, text: async () => JSON.stringify(task) }, taskMembers);
  const { id } = await tasks.create(request.who, readTaskRequest(made), true);
  return seeOther(`${request.base}/crawls/${id}`);
}
