// Pages of crawls: the list, a new one, and each by itself.
import { type Answer, htmlAnswer, notFound } from '../http/answer.ts';
import type { Asked } from '../http/asked.ts';
import { bodyOf } from '../http/read-body.ts';
import { get, post, type Route } from '../http/router.ts';
import { may } from '../people/person.ts';
import { idIn } from '../people/routes.ts';
import type { Serving } from '../serving.ts';
import { foundBy, hostsOf, waitingOf } from '../tasks/task-details.ts';
import { lastEventId, problemCounts } from '../tasks/task-log.ts';
import { taskView } from '../tasks/task-view.ts';
import { readTaskWish, wishMembers } from '../tasks/task-wish.ts';
import { crawlPage } from './crawl-page.ts';
import { type CrawlFormParts, crawlFormPage, crawlsPage } from './crawls-page.ts';
import { orAgain, seeOther } from './form-parts.ts';
import { settingOf } from './page-setting.ts';
import { page } from './routes.ts';

export function crawlPageRoutes(serving: Serving): readonly Route[] {
  return [
    get('/crawls', (asked) => page(asked, () => showCrawls(asked, serving))),
    get('/crawls/new', (asked) => page(asked, () => showForm(asked, serving, asked.query, {}))),
    post('/crawls', (asked) => createCrawl(asked, serving)),
    get('/crawls/:id', (asked) => page(asked, () => showCrawl(asked, serving, null))),
    post('/crawls/:id/:verb', (asked) =>
      orAgain(
        () => steer(asked, serving),
        (complaint) => showCrawl(asked, serving, complaint),
      ),
    ),
  ];
}

function showCrawls(asked: Asked, serving: Serving): string {
  const { tasks } = serving;
  const crawls = tasks.list(asked.who).map((task) => taskView(tasks, asked.who, task));
  const mayCrawl = may(asked.who, 'crawl');
  return crawlsPage({ setting: settingOf(asked, serving), crawls, quota: tasks.quota(asked.who), mayCrawl });
}

function showForm(
  asked: Asked,
  serving: Serving,
  given: URLSearchParams,
  { complaint = null, dryRun = null }: Partial<Pick<CrawlFormParts, 'complaint' | 'dryRun'>>,
): string {
  const { settings } = serving.tasks;
  return crawlFormPage({
    ...{ setting: settingOf(asked, serving), given, complaint, dryRun },
    hasSearchEngine: settings['search.engine'] !== 'none',
    defaults: {
      depth: settings['crawl.depth'],
      scope: settings['crawl.scope'],
      strategy: settings['crawl.strategy'],
      delayMs: settings['politeness.delayMs'],
    },
  });
}

async function createCrawl(asked: Asked, serving: Serving): Promise<Answer> {
  const { tasks } = serving;
  const text = await asked.text();
  const given = new URLSearchParams(text);
  return orAgain(
    async () => {
      const body = await bodyOf({ ...asked, text: async () => text }, [...wishMembers, 'then']);
      const wish = readTaskWish(body);
      const then = body.text('then', 'start');
      if (then === 'preview') {
        const dryRun = await tasks.dryRun(asked.who, wish);
        return htmlAnswer(showForm(asked, serving, given, { dryRun }));
      }
      const task = await tasks.create(asked.who, wish, then === 'start');
      return seeOther(`${asked.base}/crawls/${task.id}`);
    },
    (complaint) => showForm(asked, serving, given, { complaint }),
  );
}

async function steer(asked: Asked, { tasks }: Serving): Promise<Answer> {
  const { who } = asked;
  const id = idIn(asked);
  switch (asked.parameters.verb) {
    case 'start':
    case 'resume':
      await tasks.start(who, id);
      break;
    case 'pause':
      await tasks.pause(who, id);
      break;
    case 'stop':
      await tasks.stop(who, id);
      break;
    case 'share':
      await tasks.share(who, id, true);
      break;
    case 'unshare':
      await tasks.share(who, id, false);
      break;
    case 'remove':
      await tasks.remove(who, id);
      return seeOther(`${asked.base}/crawls`);
    default:
      throw notFound(`A crawl does not do "${asked.parameters.verb}".`);
  }
  return seeOther(`${asked.base}/crawls/${id}`);
}

const [shownFinds, shownHosts, shownWaiting] = [200, 50, 20];

function showCrawl(asked: Asked, serving: Serving, complaint: string | null): string {
  const { tasks, store } = serving;
  const task = tasks.get(asked.who, idIn(asked));
  // Asked for first: what comes meanwhile is told to the page, perhaps twice, and never missed.
  const lastEvent = lastEventId(store, task.id);
  const offset = Math.max(0, task.resources - shownFinds);
  return crawlPage({
    ...{ setting: settingOf(asked, serving), crawl: taskView(tasks, asked.who, task), lastEvent, complaint },
    found: foundBy(store, task.name, { limit: shownFinds, offset }).toReversed(),
    hosts: hostsOf(store, task.id, shownHosts),
    waiting: waitingOf(store, task.id, shownWaiting),
    problems: problemCounts(store, task.id),
  });
}
