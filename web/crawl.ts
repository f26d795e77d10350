// The page of a crawl, kept up to date: counters, finds, what was just visited, and the map.
const root = document.querySelector<HTMLElement>('#crawl')!;
const list = document.querySelector<HTMLElement>('#found')!;
const hold = document.querySelector<HTMLInputElement>('#hold')!;
const connection = document.querySelector<HTMLElement>('#connection')!;
const numbers = new Intl.NumberFormat(document.documentElement.lang);

interface Found {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly endpoint: string;
  readonly extent: readonly number[] | null;
}

type Stats = Readonly<Record<string, number>> & {
  readonly visited: readonly string[];
  readonly machine?: { readonly cpuPercent: number; readonly memoryBytes: number };
};

/** More than anyone reads; older ones are in the catalog. */
const mostShown = 500;
const waiting: Found[] = [];
let addBox: ((extent: readonly number[]) => void) | null = null;

function addFound(found: Found): void {
  if (list.querySelector(`[data-id="${CSS.escape(found.id)}"]`) !== null) return;
  const item = document.createElement('li');
  item.dataset.id = found.id;
  // For the map, which may be loaded later than this.
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
  if (found.extent !== null) addBox?.(found.extent);
}

function showStat(name: string, text: string): void {
  const element = document.querySelector(`[data-stat="${name}"]`);
  if (element !== null && element.textContent !== text) element.textContent = text;
}

function showStats(stats: Stats): void {
  for (const name of ['resources', 'pages', 'pagesPerSecond', 'requests', 'pending', 'hosts', 'failures'])
    showStat(name, numbers.format(stats[name] ?? 0));
  showStat('bytes', `${numbers.format(Math.round((stats.bytes ?? 0) / 1024))} KiB`);
  if (stats.machine !== undefined) {
    showStat('cpu', `${numbers.format(stats.machine.cpuPercent)} %`);
    showStat('memory', `${numbers.format(Math.round(stats.machine.memoryBytes / 1048576))} MiB`);
  }
  if (hold.checked) return;
  const items = stats.visited.map((url) => {
    const item = document.createElement('li');
    item.textContent = url;
    return item;
  });
  if (items.length > 0) document.querySelector('#visited')!.replaceChildren(...items);
}

/** Buttons depend on the state: the server draws them. */
function showState({ state, ended }: { state: string; ended: string | null }): void {
  const shown = document.querySelector<HTMLElement>('#state')!;
  const words = JSON.parse(shown.dataset.words!) as Record<string, string>;
  shown.textContent = words[state] ?? state;
  const ending = document.querySelector<HTMLElement>('#ended')!;
  ending.textContent =
    ended === null ? '' : ((JSON.parse(ending.dataset.words!) as Record<string, string>)[ended] ?? ended);
  void refreshButtons(state);
}

async function refreshButtons(state: string): Promise<void> {
  const buttons = document.querySelector<HTMLElement>('#steering');
  if (buttons === null || buttons.dataset.state === state) return;
  const response = await fetch(location.href);
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('#steering');
  // Whoever is about to press one keeps it.
  if (fresh !== null && !buttons.contains(document.activeElement)) buttons.replaceWith(fresh);
}

const events = new EventSource(`${root.dataset.events}?after=${root.dataset.after}`);
const on = <T>(type: string, act: (content: T) => void) =>
  events.addEventListener(type, (event) => act(JSON.parse((event as MessageEvent<string>).data) as T));
on<Found>('found', (found) => {
  if (hold.checked) waiting.push(found);
  else addFound(found);
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
  if (!hold.checked) for (const found of waiting.splice(0)) addFound(found);
});
addEventListener('pagehide', () => events.close());

const target = document.querySelector<HTMLElement>('#map');
if (target !== null) {
  target.hidden = false;
  void import('./crawl-map.ts').then(({ openCrawlMap }) => {
    const known = [...list.querySelectorAll<HTMLElement>('[data-extent]')].map(({ dataset }) =>
      dataset.extent!.split(',').map(Number),
    );
    addBox = openCrawlMap(target, known);
  });
}

export {};
