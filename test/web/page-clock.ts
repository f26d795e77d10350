// When services appear on the page of a crawl, measured in the page, and how much the machine delays timers.
import type { Page } from 'playwright-core';

/** Milliseconds since the epoch: the page, the server and the crawl share one machine's clock. */
export interface Shown {
  /** By id of the resource, when it appeared in the list. */
  readonly listed: Readonly<Record<string, number>>;
  /** When the map first had n + 1 services. */
  readonly mapped: readonly number[];
  /** When list and map were ready. */
  readonly readyMs: number | null;
  /** The longest delay of a timer in the page since then. */
  readonly lateMs: number;
  readonly nowMs: number;
}

const timerMs = 50;

/** Runs in the page before it loads. */
const watching = `
const shown = { listed: {}, mapped: [], readyMs: null };
let [lateMs, lastMs] = [0, performance.now()];
setInterval(() => {
  const nowMs = performance.now();
  if (shown.readyMs !== null) lateMs = Math.max(lateMs, nowMs - lastMs - ${timerMs});
  lastMs = nowMs;
}, ${timerMs});
const look = () => {
  const nowMs = Date.now();
  for (const item of document.querySelectorAll('#found li')) shown.listed[item.dataset.id] ??= nowMs;
  const boxes = document.querySelector('#map')?.dataset.boxes;
  if (boxes === undefined) return;
  shown.readyMs ??= nowMs;
  while (shown.mapped.length < Number(boxes)) shown.mapped.push(nowMs);
};
new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
globalThis.readShown = () => ({ ...shown, lateMs, nowMs: Date.now() });`;

/** Records what becomes visible in every page opened afterwards. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript({ content: `(() => {${watching}})();` });
}

export function readShown(page: Page): Promise<Shown> {
  return page.evaluate('readShown()') as Promise<Shown>;
}

/** The same in our process: the longer of both is the delay of the machine. */
export function watchMachine(): { stop(): number } {
  let [lateMs, lastMs] = [0, performance.now()];
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lateMs = Math.max(lateMs, nowMs - lastMs - timerMs);
    lastMs = nowMs;
  }, timerMs);
  return {
    stop: () => {
      clearInterval(timer);
      return lateMs;
    },
  };
}
