// /data-centers: which catalogs there are to harvest, and the click that begins it as a crawl of its own.
import { endpointKey } from '../../base/url/endpoint.ts';
import { type HarvestSummary, listHarvests } from '../../harvest/list-harvests.ts';
import { connectors } from '../../kinds/connectors.ts';
import { knownCatalogs } from '../../seeds/known-catalogs.ts';
import { parseSeed } from '../../seeds/url-list.ts';
import { readTaskWish, type TaskWish, wishMembers } from '../crawls/task-request.ts';
import { may } from '../http/principal.ts';
import { bodyOf } from '../http/read-body.ts';
import type { Asked } from '../http/request.ts';
import type { Answer } from '../http/response.ts';
import { get, post, type Route } from '../http/router.ts';
import type { Serving } from '../serving.ts';
import { type Center, centersPage } from './crawls/centers-page.ts';
import { orAgain, seeOther } from './layout/form-parts.ts';
import { localeOf } from './messages/locale.ts';
import { settingOf } from './page-setting.ts';
import { page } from './routes.ts';

/** Catalogs of our own shown at once; the others are found by searching. */
const shownFound = 50;
const nameCharacters = 80;

export function centerRoutes(serving: Serving): readonly Route[] {
  return [
    get('/data-centers', (asked) => page(asked, () => showCenters(asked, serving, null))),
    post('/data-centers', (asked) =>
      orAgain(
        asked,
        () => harvest(asked, serving),
        (complaint) => showCenters(asked, serving, complaint),
      ),
    ),
  ];
}

/** A catalog as it is listed; what its harvests did is looked up. */
type Listed = Pick<Center, 'title' | 'kind' | 'url' | 'country' | 'record'>;

async function showCenters(asked: Asked, serving: Serving, complaint: string | null): Promise<string> {
  const { catalog, store } = serving;
  const kinds = [...new Set(connectors.map(({ kind }) => kind))];
  const { lines, total } = await catalog.list({
    ...{ kinds, filters: { type: ['catalog'] }, copies: true, spread: false },
    ...{ sort: { by: 'layers', descending: true }, limit: shownFound },
  });
  const harvests = await store.read(listHarvests);
  const running = await runningTasks(asked, serving);
  const complete = (listed: Listed) => ({ ...listed, ...stateOf(listed, harvests), ...taskOf(listed.url, running) });
  return centersPage({
    setting: settingOf(asked, serving),
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
    mayHarvest: may(asked.who, 'crawl'),
    complaint,
  });
}

function stateOf({ kind, url }: Listed, harvests: readonly HarvestSummary[]) {
  const own = harvests.filter((harvest) => harvest.kind === kind);
  const found =
    own.find((harvest) => harvest.endpointKey === endpointKey(url)) ??
    // Catalogs are often found below the address people know them by.
    own.find(({ endpoint }) => endpoint.startsWith(`${url.replace(/\/$/, '')}/`));
  if (found === undefined) return { state: 'never', lastMs: null, records: null } as const;
  const { isDone, startedMs, endedMs, records } = found;
  return { state: isDone ? 'done' : 'broken', lastMs: isDone ? endedMs : startedMs, records } as const;
}

interface RunningTask {
  readonly id: number;
  readonly seeds: readonly string[];
}

async function runningTasks(asked: Asked, { tasks }: Serving): Promise<readonly RunningTask[]> {
  return (await tasks.list(asked.who))
    .filter(({ wish }) => wish === 'run')
    .map(({ id, madeFrom }) => ({ id, seeds: (madeFrom as TaskWish).seeds }));
}

function taskOf(url: string, running: readonly RunningTask[]): Pick<Center, 'task'> & Partial<Pick<Center, 'state'>> {
  const task = running.find(({ seeds }) => seeds.includes(parseSeed(url)));
  return task === undefined ? { task: null } : { task: task.id, state: 'running' };
}

/** A crawl that begins at the catalog and follows no pages: harvesting is what crawls do with catalogs. */
async function harvest(asked: Asked, serving: Serving): Promise<Answer> {
  const { tasks } = serving;
  const body = await bodyOf(asked, ['url', 'title']);
  const url = body.text('url');
  const title = body.text('title', url).slice(0, nameCharacters);
  const already = taskOf(parseSeed(url), await runningTasks(asked, serving)).task;
  if (already !== null) return seeOther(`${asked.base}/crawls/${already}`);
  const name = localeOf(asked).say.data.centers.taskName(title);
  const wish = { name, seeds: [url], depth: 0, scope: 'host', shared: true };
  const headers = { ...asked.headers, 'content-type': 'application/json' };
  const made = await bodyOf({ ...asked, headers, text: async () => JSON.stringify(wish) }, wishMembers);
  const { id } = await tasks.create(asked.who, readTaskWish(made), true);
  return seeOther(`${asked.base}/crawls/${id}`);
}
