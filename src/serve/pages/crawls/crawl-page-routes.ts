// Crawl pages: the list, the form for a new crawl, and one page per crawl.
import type { GeotrawlError } from '../../../model/errors.ts';
import { idIn } from '../../auth/routes.ts';
import { foundBy, hostsOf, waitingOf } from '../../crawls/task-details.ts';
import { lastEventId, problemCounts, readYield } from '../../crawls/task-log.ts';
import { readTaskRequest, taskErrors, taskMembers } from '../../crawls/task-request.ts';
import type { OwnedTask } from '../../crawls/task-rows.ts';
import { taskView } from '../../crawls/task-view.ts';
import { readWorkers } from '../../crawls/workers.ts';
import { may, type Principal } from '../../http/principal.ts';
import { bodyOf } from '../../http/read-body.ts';
import type { HttpRequest } from '../../http/request.ts';
import { type HttpResponse, htmlResponse, notFound } from '../../http/response.ts';
import { get, post, type Route } from '../../http/route.ts';
import { orAgain, seeOther } from '../layout/form-parts.ts';
import { writeHtml } from '../layout/html.ts';
import { type PageSetting, pageResponse, settingOf } from '../layout/page-setting.ts';
import { type Locale, localeOf } from '../messages/locale.ts';
import type { PageContext } from '../page-context.ts';
import { type CrawlFormParts, crawlFormPage } from './crawl-form-page.ts';
import { type CrawlNow, nowParts } from './crawl-live-parts.ts';
import { crawlPage } from './crawl-page.ts';
import { crawlsPage } from './crawls-page.ts';

export function crawlPageRoutes(context: PageContext): readonly Route[] {
  return [
    get('/crawls', { permission: 'watch' }, (request) => pageResponse(request, () => showCrawls(request, context))),
    get('/crawls/new', { permission: 'crawl' }, (request) =>
      pageResponse(request, () => showForm(request, context, request.query, {})),
    ),
    post('/crawls', { permission: 'crawl' }, (request) => createCrawl(request, context)),
    get('/crawls/:id', { permission: 'watch' }, (request) =>
      pageResponse(request, () => showCrawl(request, context, null)),
    ),
    get('/crawls/:id/now', { permission: 'watch' }, createNowRoutes(context)),
    post('/crawls/:id/:verb', { permission: 'crawl' }, (request) =>
      orAgain(
        request,
        () => steer(request, context),
        (complaint) => showCrawl(request, context, complaint),
      ),
    ),
  ];
}

async function showCrawls(request: HttpRequest, context: PageContext): Promise<string> {
  const { tasks } = context;
  const crawls = (await tasks.list(request.who)).map((task) => taskView(tasks, request.who, task));
  const mayCrawl = may(request.who, 'crawl');
  return crawlsPage({
    setting: settingOf(request, context),
    crawls,
    quota: await tasks.quota(request.who),
    mayCrawl,
    outside: await tasks.outside(request.who),
    workers: may(request.who, 'administer') ? await readWorkers(context.store) : [],
    waitsFor: await tasks.waitsFor(),
  });
}

function showForm(
  request: HttpRequest,
  context: PageContext,
  given: URLSearchParams,
  { complaint = null, complaints = new Map(), dryRun = null }: Partial<CrawlFormParts>,
): string {
  const { settings } = context.tasks;
  return crawlFormPage({
    setting: settingOf(request, context),
    given,
    complaint,
    complaints,
    dryRun,
    hasSearchEngine: settings['search.engine'] !== 'none',
    defaults: {
      depth: settings['crawl.depth'],
      scope: settings['crawl.scope'],
      strategy: settings['crawl.strategy'],
      delayMs: settings['politeness.delayMs'],
    },
  });
}

async function createCrawl(request: HttpRequest, context: PageContext): Promise<HttpResponse> {
  const { tasks } = context;
  const text = await request.text();
  const given = new URLSearchParams(text);
  const read = () => bodyOf({ ...request, text: async () => text }, [...taskMembers, 'then']);
  return orAgain(
    request,
    async () => {
      const body = await read();
      const taskRequest = readTaskRequest(body);
      const then = body.text('then', 'start');
      if (then === 'preview') {
        const dryRun = await tasks.dryRun(request.who, taskRequest);
        return htmlResponse(showForm(request, context, given, { dryRun }));
      }
      const task = await tasks.create(request.who, taskRequest, then === 'start');
      return seeOther(`${request.base}/crawls/${task.id}`);
    },
    async (_, error) =>
      showForm(request, context, given, complaintParts([error, ...taskErrors(await read())], localeOf(request))),
  );
}

/** Errors by field, the first of each; others are general errors. */
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

/** API messages start with the member name; on the page the error is at its field. */
function sentence(message: string, parameter: string): string {
  const text = message.startsWith(`${parameter}: `) ? message.slice(parameter.length + 2) : message;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

type Tasks = PageContext['tasks'];
type Action = (tasks: Tasks, who: Principal, id: number) => Promise<unknown>;

const start: Action = (tasks, who, id) => tasks.start(who, id);
const actions = new Map<string, Action>([
  ['start', start],
  ['resume', start],
  ['pause', (tasks, who, id) => tasks.pause(who, id)],
  ['stop', (tasks, who, id) => tasks.stop(who, id)],
  ['share', (tasks, who, id) => tasks.share(who, id, true)],
  ['unshare', (tasks, who, id) => tasks.share(who, id, false)],
  ['remove', (tasks, who, id) => tasks.remove(who, id)],
]);

async function steer(request: HttpRequest, { tasks }: PageContext): Promise<HttpResponse> {
  const { verb = '' } = request.parameters;
  const id = idIn(request);
  const act = actions.get(verb);
  if (act === undefined) throw notFound(`Crawls have no action "${verb}".`);
  await act(tasks, request.who, id);
  return seeOther(`${request.base}/crawls${verb === 'remove' ? '' : `/${id}`}`);
}

const [shownDiscoveries, shownHosts, shownWaiting] = [200, 50, 20];

async function showCrawl(request: HttpRequest, context: PageContext, complaint: string | null): Promise<string> {
  const { tasks, store } = context;
  const task = await tasks.get(request.who, idIn(request));
  // Read first: later events are then sent to the page, perhaps twice, but none is missed.
  const lastEvent = await store.read(() => lastEventId(task.id));
  const offset = Math.max(0, task.resources - shownDiscoveries);
  return crawlPage({
    setting: settingOf(request, context),
    crawl: taskView(tasks, request.who, task),
    lastEvent,
    complaint,
    found: (await store.read(() => foundBy(task.name, { limit: shownDiscoveries, offset }))).toReversed(),
    now: await nowOf(context, task, (request.query.get('host') ?? '').trim()),
  });
}

async function nowOf({ tasks, store, clock }: PageContext, task: OwnedTask, hostFilter: string): Promise<CrawlNow> {
  const nowMs = clock.now();
  const { stats } = tasks.live(task.id);
  const noted = await store.read(() => readYield(task.id));
  // Points are stored now and then; the task's counts are current.
  const last = noted.at(-1);
  const isFurther = last !== undefined && (task.pages > last.pages || task.resources > last.found);
  const options = { limit: shownHosts, nowMs, containing: hostFilter, visiting: stats?.visiting ?? [] };
  return {
    hostFilter,
    nowMs,
    curve: isFurther ? [...noted, { ...last, pages: task.pages, found: task.resources }] : noted,
    hosts: await store.read(() => hostsOf(task, options)),
    waiting: await store.read(() => waitingOf(task.id, shownWaiting)),
    problems: await store.read(() => problemCounts(task.id)),
  };
}

/** Crawls have many viewers: their shared content is rendered once per interval. */
const nowFreshMs = 2000;

/** Only the changing parts. */
function createNowRoutes(context: PageContext): (request: HttpRequest) => Promise<HttpResponse> {
  const made = new Map<string, { readonly atMs: number; readonly text: Promise<string> }>();
  const make = async (task: OwnedTask, setting: PageSetting) =>
    Object.values(nowParts(await nowOf(context, task, ''), setting))
      .map(writeHtml)
      .join('\n');
  return async (request) => {
    const task = await context.tasks.get(request.who, idIn(request));
    const setting = settingOf(request, context);
    const nowMs = context.clock.now();
    for (const [key, { atMs }] of made) if (nowMs - atMs > nowFreshMs) made.delete(key);
    // A crawl that has just ended is shown in its final state.
    const key = `${task.id} ${context.tasks.stateOf(task)} ${setting.locale.language}`;
    const text = made.get(key)?.text ?? make(task, setting);
    if (!made.has(key)) made.set(key, { atMs: nowMs, text });
    return htmlResponse(await text);
  };
}
