// Pages of crawls: the list, a new one, and each by itself.
import type { GeotrawlError } from '../../model/errors.ts';
import { hostsOf } from '../crawls/host-rows.ts';
import { foundBy, waitingOf } from '../crawls/task-details.ts';
import { lastEventId, problemCounts, readYield } from '../crawls/task-log.ts';
import { readTaskWish, wishComplaints, wishMembers } from '../crawls/task-request.ts';
import type { OwnedTask } from '../crawls/task-rows.ts';
import { taskView } from '../crawls/task-view.ts';
import { readWorkers } from '../crawls/workers.ts';
import { may } from '../http/principal.ts';
import { bodyOf } from '../http/read-body.ts';
import type { Asked } from '../http/request.ts';
import { type Answer, htmlAnswer, notFound } from '../http/response.ts';
import { get, post, type Route } from '../http/router.ts';
import { idIn } from '../people/routes.ts';
import type { Serving } from '../serving.ts';
import { type CrawlFormParts, crawlFormPage } from './crawls/crawl-form-page.ts';
import { type CrawlNow, nowParts } from './crawls/crawl-live-parts.ts';
import { crawlPage } from './crawls/crawl-page.ts';
import { crawlsPage } from './crawls/crawls-page.ts';
import { orAgain, seeOther } from './layout/form-parts.ts';
import { writeHtml } from './layout/html.ts';
import { type Locale, localeOf } from './messages/locale.ts';
import { type PageSetting, settingOf } from './page-setting.ts';
import { page } from './routes.ts';

export function crawlPageRoutes(serving: Serving): readonly Route[] {
  return [
    get('/crawls', (asked) => page(asked, () => showCrawls(asked, serving))),
    get('/crawls/new', (asked) => page(asked, () => showForm(asked, serving, asked.query, {}))),
    post('/crawls', (asked) => createCrawl(asked, serving)),
    get('/crawls/:id', (asked) => page(asked, () => showCrawl(asked, serving, null))),
    get('/crawls/:id/now', createNowAnswers(serving)),
    post('/crawls/:id/:verb', (asked) =>
      orAgain(
        asked,
        () => steer(asked, serving),
        (complaint) => showCrawl(asked, serving, complaint),
      ),
    ),
  ];
}

async function showCrawls(asked: Asked, serving: Serving): Promise<string> {
  const { tasks } = serving;
  const crawls = (await tasks.list(asked.who)).map((task) => taskView(tasks, asked.who, task));
  const mayCrawl = may(asked.who, 'crawl');
  return crawlsPage({
    ...{ setting: settingOf(asked, serving), crawls, quota: await tasks.quota(asked.who), mayCrawl },
    outside: await tasks.outside(asked.who),
    workers: may(asked.who, 'administer') ? await readWorkers(serving.store) : [],
    waitsFor: await tasks.waitsFor(),
  });
}

function showForm(
  asked: Asked,
  serving: Serving,
  given: URLSearchParams,
  { complaint = null, complaints = new Map(), dryRun = null }: Partial<CrawlFormParts>,
): string {
  const { settings } = serving.tasks;
  return crawlFormPage({
    ...{ setting: settingOf(asked, serving), given, complaint, complaints, dryRun },
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
  const read = () => bodyOf({ ...asked, text: async () => text }, [...wishMembers, 'then']);
  return orAgain(
    asked,
    async () => {
      const body = await read();
      const wish = readTaskWish(body);
      const then = body.text('then', 'start');
      if (then === 'preview') {
        const dryRun = await tasks.dryRun(asked.who, wish);
        return htmlAnswer(showForm(asked, serving, given, { dryRun }));
      }
      const task = await tasks.create(asked.who, wish, then === 'start');
      return seeOther(`${asked.base}/crawls/${task.id}`);
    },
    async (_, error) =>
      showForm(asked, serving, given, complaintParts([error, ...wishComplaints(await read())], localeOf(asked))),
  );
}

/** Each at its field; what is about none of them, by itself. The first of a field is enough. */
function complaintParts(
  errors: readonly GeotrawlError[],
  { say }: Locale,
): Pick<CrawlFormParts, 'complaint' | 'complaints'> {
  const complaints = new Map<string, string>();
  let complaint: string | null = null;
  for (const error of errors) {
    const { parameter } = error.facts;
    const message = say.errors.words(error);
    if (typeof parameter !== 'string') complaint ??= message;
    else if (!complaints.has(parameter)) complaints.set(parameter, sentence(message, parameter));
  }
  return { complaint, complaints };
}

/** Programs are told the name of the member first; people see where it stands. */
function sentence(message: string, parameter: string): string {
  const text = message.startsWith(`${parameter}: `) ? message.slice(parameter.length + 2) : message;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
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

async function showCrawl(asked: Asked, serving: Serving, complaint: string | null): Promise<string> {
  const { tasks, store } = serving;
  const task = await tasks.get(asked.who, idIn(asked));
  // Asked for first: what comes meanwhile is told to the page, perhaps twice, and never missed.
  const lastEvent = await store.read(() => lastEventId(task.id));
  const offset = Math.max(0, task.resources - shownFinds);
  return crawlPage({
    ...{ setting: settingOf(asked, serving), crawl: taskView(tasks, asked.who, task), lastEvent, complaint },
    found: (await store.read(() => foundBy(task.name, { limit: shownFinds, offset }))).toReversed(),
    now: await nowOf(serving, task, (asked.query.get('host') ?? '').trim()),
  });
}

async function nowOf({ tasks, store, clock }: Serving, task: OwnedTask, hostAsked: string): Promise<CrawlNow> {
  const nowMs = clock.now();
  const { stats } = tasks.live(task.id);
  const noted = await store.read(() => readYield(task.id));
  // Points are noted now and then; the counts of the task are those of this moment.
  const last = noted.at(-1);
  const isFurther = last !== undefined && (task.pages > last.pages || task.resources > last.found);
  const wish = { limit: shownHosts, nowMs, containing: hostAsked, visiting: stats?.visiting ?? [] };
  return {
    ...{ hostAsked, nowMs },
    curve: isFurther ? [...noted, { ...last, pages: task.pages, found: task.resources }] : noted,
    hosts: await store.read(() => hostsOf(task, wish)),
    waiting: await store.read(() => waitingOf(task.id, shownWaiting)),
    problems: await store.read(() => problemCounts(task.id)),
  };
}

/** Many people watch one crawl: what they all see is made once in this time. */
const nowFreshMs = 2000;

/** The parts that change, by themselves. */
function createNowAnswers(serving: Serving): (asked: Asked) => Promise<Answer> {
  const made = new Map<string, { readonly atMs: number; readonly text: Promise<string> }>();
  const make = async (task: OwnedTask, setting: PageSetting) =>
    Object.values(nowParts(await nowOf(serving, task, ''), setting))
      .map(writeHtml)
      .join('\n');
  return async (asked) => {
    const task = await serving.tasks.get(asked.who, idIn(asked));
    const setting = settingOf(asked, serving);
    const nowMs = serving.clock.now();
    for (const [key, { atMs }] of made) if (nowMs - atMs > nowFreshMs) made.delete(key);
    // A crawl that has just ended is shown as it ended.
    const key = `${task.id} ${serving.tasks.stateOf(task)} ${setting.locale.language}`;
    const text = made.get(key)?.text ?? make(task, setting);
    if (!made.has(key)) made.set(key, { atMs: nowMs, text });
    return htmlAnswer(await text);
  };
}
