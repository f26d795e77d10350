// Keeps the page of a crawl up to date: counters, discoveries, visits in progress, the map, and parts drawn by the server.
import type { CrawlMap, LocatedDiscovery } from './crawl-map.ts';

const root = document.querySelector<HTMLElement>('#crawl')!;
const list = document.querySelector<HTMLElement>('#found')!;
const hold = document.querySelector<HTMLInputElement>('#hold')!;
const connection = document.querySelector<HTMLElement>('#connection')!;
const numbers = new Intl.NumberFormat(document.documentElement.lang);

interface Discovery {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly endpoint: string;
  readonly extent: readonly number[] | null;
}

type Stats = Readonly<Record<string, number>> & {
  readonly visited: readonly string[];
  readonly visiting: readonly string[];
  /** Null if another machine crawls. */
  readonly machine: { readonly cpuPercent: number; readonly memoryBytes: number } | null;
};

/** More than anyone reads; older ones are in the catalog. */
const mostShown = 500;
const waiting: Discovery[] = [];
let map: CrawlMap | null = null;

function addDiscovery(found: Discovery): void {
  if (list.querySelector(`[data-id="${CSS.escape(found.id)}"]`) !== null) return;
  const item = document.createElement('li');
  item.dataset.id = found.id;
  // For the map, which may be loaded later than this.
  item.dataset.endpoint = found.endpoint;
  if (found.extent !== null) item.dataset.extent = found.extent.join(',');
  const link = document.createElement('a');
  link.href = `${root.dataset.page}${encodeURIComponent(found.id)}`;
  link.textContent = found.title || found.endpoint;
  const kind = document.createElement('span');
  kind.className = 'kind';
  kind.textContent = found.kind;
  const endpoint = document.createElement('span');
  endpoint.className = 'note';
  endpoint.textContent = found.endpoint;
  item.append(link, ' ', kind, ' ', endpoint);
  list.prepend(item);
  if (list.children.length > mostShown) list.lastElementChild?.remove();
  document.querySelector<HTMLElement>('#none')!.hidden = true;
  const placed = locatedDiscovery(item);
  if (placed !== null) map?.addDiscovery(placed);
}

function locatedDiscovery({ dataset }: HTMLElement): LocatedDiscovery | null {
  if (dataset.extent === undefined || !URL.canParse(dataset.endpoint ?? '')) return null;
  return { endpoint: dataset.endpoint!, extent: dataset.extent.split(',').map(Number) };
}

function showStat(name: string, text: string): void {
  const element = document.querySelector(`[data-stat="${name}"]`);
  if (element !== null && element.textContent !== text) element.textContent = text;
}

function showStats(stats: Stats): void {
  for (const name of ['resources', 'pages', 'pagesPerSecond', 'requests', 'pending', 'hosts', 'failures', 'active'])
    showStat(name, numbers.format(stats[name] ?? 0));
  for (const name of ['bytes', 'bytesPerSecond'])
    showStat(name, `${numbers.format(Math.round((stats[name] ?? 0) / 1024))} KiB`);
  if (stats.machine !== null) {
    showStat('cpu', `${numbers.format(stats.machine.cpuPercent)} %`);
    showStat('memory', `${numbers.format(Math.round(stats.machine.memoryBytes / 1048576))} MiB`);
  }
  if (hold.checked) return;
  if (stats.visited.length > 0) showUrls('#visited', stats.visited);
  showUrls('#visiting', stats.visiting);
  document.querySelector<HTMLElement>('#no-visits')!.hidden = stats.visiting.length > 0 || (stats.active ?? 0) > 0;
}

function showUrls(list: string, urls: readonly string[]): void {
  const items = urls.map((url) => {
    const item = document.createElement('li');
    item.textContent = url;
    return item;
  });
  document.querySelector(list)!.replaceChildren(...items);
}

/** How often the parts drawn by the server are requested while the crawl runs. */
const refreshMs = 5000;
let isRunning = false;

async function refreshParts(): Promise<void> {
  const response = await fetch(root.dataset.now!);
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of fresh.querySelectorAll('[id^="now-"]')) replacePart(part);
  map?.setHosts(locatedHosts());
}

/** Keeps the user's focus, host filter and open details. */
function replacePart(fresh: Element): void {
  const shown = document.getElementById(fresh.id);
  if (shown === null || shown.contains(document.activeElement)) return;
  if (fresh.id === 'now-hosts' && document.querySelector<HTMLInputElement>('#host')?.value !== '') return;
  const opened = [...shown.querySelectorAll('details[open]')].map(({ id }) => id);
  shown.replaceChildren(...fresh.childNodes);
  for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
}

function locatedHosts() {
  return [...document.querySelectorAll<HTMLElement>('#now-hosts [data-place]')].map(({ dataset }) => ({
    host: dataset.host!,
    place: dataset.place!.split(',').map(Number),
    services: Number(dataset.services),
  }));
}

setInterval(() => {
  if (isRunning && !hold.checked && document.visibilityState === 'visible') void refreshParts();
}, refreshMs);

/** Resets what only applies to a running crawl. */
function showIdle(): void {
  for (const name of ['pagesPerSecond', 'active']) showStat(name, '0');
  for (const name of ['bytesPerSecond', 'cpu', 'memory']) showStat(name, '–');
  showUrls('#visiting', []);
  document.querySelector<HTMLElement>('#no-visits')!.hidden = false;
}

/** Buttons depend on the state: the server draws them. */
function showState({ state, ended }: { state: string; ended: string | null }): void {
  const shown = document.querySelector<HTMLElement>('#state')!;
  const words = JSON.parse(shown.dataset.words!) as Record<string, string>;
  shown.textContent = words[state] ?? state;
  const ending = document.querySelector<HTMLElement>('#ended')!;
  ending.textContent =
    ended === null ? '' : ((JSON.parse(ending.dataset.words!) as Record<string, string>)[ended] ?? ended);
  const hasChanged = isRunning !== (state === 'running');
  isRunning = state === 'running';
  root.dataset.state = state;
  if (hasChanged) void refreshParts();
  if (!['running', 'pausing', 'stopping'].includes(state)) showIdle();
  void refreshButtons(state);
}

async function refreshButtons(state: string): Promise<void> {
  const buttons = document.querySelector<HTMLElement>('#steering');
  if (buttons === null || buttons.dataset.state === state) return;
  const response = await fetch(location.href);
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('#steering');
  // Keeps a focused button.
  if (fresh !== null && !buttons.contains(document.activeElement)) buttons.replaceWith(fresh);
}

const events = new EventSource(`${root.dataset.events}?after=${root.dataset.after}`);
const on = <T>(type: string, act: (content: T) => void) =>
  events.addEventListener(type, (event) => act(JSON.parse((event as MessageEvent<string>).data) as T));
on<Discovery>('found', (found) => {
  if (hold.checked) waiting.push(found);
  else addDiscovery(found);
});
on<Stats>('stats', showStats);
on<{ state: string; ended: string | null }>('state', showState);
events.addEventListener('open', () => {
  connection.textContent = '';
});
events.addEventListener('error', () => {
  connection.textContent = connection.dataset.lost!;
});
hold.addEventListener('change', () => {
  if (!hold.checked) for (const found of waiting.splice(0)) addDiscovery(found);
});
addEventListener('pagehide', () => events.close());

const target = document.querySelector<HTMLElement>('#map');
if (target !== null) {
  void import('./crawl-map.ts').then(({ openCrawlMap }) => {
    map = openCrawlMap(target);
    map.setHosts(locatedHosts());
    for (const item of list.querySelectorAll<HTMLElement>('[data-extent]')) {
      const placed = locatedDiscovery(item);
      if (placed !== null) map.addDiscovery(placed);
    }
  });
}
