// Time until the search page is usable: a fresh server, a browser with an empty cache.
//
//   npm run bench:first-page -- --in folder            1.5 million layers, from the catalogs bench:search and bench:serve keep there
//   npm run bench:first-page -- 100000 --in folder
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { processorSeconds, waitedSeconds } from './process-time.ts';
import { machine, writeSection } from './results.ts';
import { startBuiltServer } from './running-server.ts';
import { copyOf } from './serve-database.ts';
import { spread } from './spread.ts';

const runs = 5;
const aimMs = 1500;
const browserFile = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

interface Opened {
  /** Until the server listens. */
  readonly startMs: number;
  /** From then until the first byte of the page, and until results are shown and the search box accepts input. */
  readonly firstByteMs: number;
  readonly usableMs: number;
  /** Of the server, from listening to a usable page. */
  readonly cpuMs: number;
  readonly waitedMs: number;
  /** Bytes transferred until then. */
  readonly kilobytes: number;
}

/** Runs in the browser, with its own types. */
const timesInPage = `({
  firstByteMs: performance.getEntriesByType('navigation')[0].responseStart,
  bytes: performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
})`;

/** A new server process and browser each time: only the disk cache is warm. */
async function openOnce(db: string, path: string): Promise<Opened> {
  const server = await startBuiltServer(db, {});
  const browser = await chromium.launch({ executablePath: browserFile, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const before = { cpu: processorSeconds(server.pid), waited: waitedSeconds(server.pid) };
    const begunMs = performance.now();
    await page.goto(server.url + path, { waitUntil: 'commit' });
    await page.locator('.list article, .list li, .list tr').first().waitFor();
    await page.locator('input[name=q]').fill('river');
    const usableMs = performance.now() - begunMs;
    const { firstByteMs, bytes } = await page.evaluate<{ firstByteMs: number; bytes: number }>(timesInPage);
    const cpuMs = (processorSeconds(server.pid) - before.cpu) * 1000;
    const waitedMs = (waitedSeconds(server.pid) - before.waited) * 1000;
    return { startMs: server.startMs, firstByteMs, usableMs, cpuMs, waitedMs, kilobytes: bytes / 1024 };
  } finally {
    await browser.close();
    await server.stop();
  }
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { in: { type: 'string' } } });
const layers = Number(positionals[0] ?? 1_500_000);
const folder = mkdtempSync(join(tmpdir(), 'geotrawl-first-page-'));
try {
  const db = await copyOf(values.in ?? folder, folder, layers);
  const rows: string[] = [];
  for (const [name, path] of [
    ['the first page', '/'],
    ['a search: `?q=forest`', '/?q=forest'],
  ] as const) {
    const all: Opened[] = [];
    for (let run = 0; run < runs; run++) all.push(await openOnce(db, path));
    const of = (member: keyof Opened) =>
      spread(
        all.map((one) => one[member]),
        0,
      );
    rows.push(
      `| ${name} | ${of('startMs')} | ${of('firstByteMs')} | ${of('usableMs')} | ${of('cpuMs')} | ${of('waitedMs')} | ${of('kilobytes')} |`,
    );
  }
  const text = `Until results are shown and the search box takes letters, in milliseconds, median and range of ${runs}; the aim is ${aimMs}. Every run has a server and a browser of its own.

| ${layers} layers | server starts | first byte | can be used | processor of the server | it waited for a core | kilobytes sent |
|---|---|---|---|---|---|---|
${rows.join('\n')}`;
  console.log(text);
  writeSection(
    `bench/first-page at ${layers} layers`,
    `\`npm run bench:first-page -- ${layers}\` on ${machine()}\n\n${text}`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
