// Speed of page extraction: links only, links + text, against htmlparser2's Tokenizer. Run: npx tsx bench/extract.ts
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tokenizer } from 'htmlparser2';
import { makeDocument } from '../src/base/document/document.ts';
import { extractPage } from '../src/extract/extract.ts';
import type { Document, Page } from '../src/model/document.ts';

const vocabulary =
  'land cover map service layer ocean temperature satellite data climate region model survey water forest elevation ' +
  'catalogue download portal of the and for with in observed monthly composite polar ice vegetation index urban soil ' +
  'moisture tile feature coverage metadata projection boundary coastline river basin imagery';
const words = vocabulary.split(' ');

/** The same generator as the peers' loopback site, so that figures compare with stack.md. */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
}

function word(index: number): string {
  return words[index % words.length] ?? '';
}

function makeFilling(seed: number): string {
  const random = makeRandom(seed * 7919 + 13);
  let filling = '';
  while (filling.length < 15_000) {
    const at = filling.length;
    filling += `<div class="section" id="s${at}"><h2>Section <em>${at}</em></h2>\n<p>`;
    for (let index = 0; index < 90; index++) {
      const next = word(random());
      filling += index % 17 === 9 ? `<b>${next}</b> ` : index % 31 === 20 ? `${next} &amp; ` : `${next} `;
    }
    filling += '</p><ul><li class="x y" style="color:#333">one</li><li>two</li></ul></div>\n';
  }
  return filling;
}

/** A page of the peers' site: 20 KB, 40 absolute links. */
function makePage(id: number, pages: number): string {
  const random = makeRandom(Math.imul(id, 2654435761) + 1);
  const address = (target: number) => `http://127.0.0.${2 + (target % 40)}:8400/p/${target}.html`;
  let html = `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Page ${id} ${word(id)}</title>`;
  html += `<meta name="description" content="Synthetic page ${id}"><style>body{margin:0;font:14px sans-serif}</style>`;
  html += `<script>var cfg={id:${id},url:"/static/app.js"};</script></head><body><div id="nav"><ul>`;
  for (let index = 0; index < 8; index++) {
    const target = (index * 37) % pages;
    html += `<li><a class="nav" href="${address(target)}">Nav ${word(target)} ${target}</a></li>\n`;
  }
  html += `</ul></div><div id="main"><h1>Page ${id}</h1>\n${makeFilling(id % 64)}`;
  for (let index = 0; index < 32; index++) {
    const target = random() % pages;
    const anchor = `the ${word(target)} of ${word(Math.floor(target / 45))} number ${target}`;
    html += `<p>See <a href="${address(target)}" title="t${index}">${anchor}</a> for details.</p>\n`;
  }
  return `${html}</div></body></html>\n`;
}

function documentOf(bytes: Uint8Array): Document {
  const document = makeDocument({ url: 'http://bench.test/a/b.html', bytes, headers: { 'content-type': 'text/html' } });
  document.text();
  return document;
}

function readCorpus(limit: number): Document[] {
  const archive = new URL('../../shared/corpus/webkb.tar.gz', import.meta.url).pathname;
  if (!existsSync(archive)) return [];
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-bench-'));
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.endsWith('.tsv'),
    );
    return files.slice(0, limit).map((entry) => documentOf(readFileSync(join(entry.parentPath, entry.name))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Collects a[href] like a crawler based on htmlparser2: raw values, without resolving or text. */
function tokenizerLinks(html: string): number {
  let links = 0;
  let inAnchor = false;
  let inHref = false;
  const skip = () => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        inAnchor = end - start === 1 && (html.charCodeAt(start) | 32) === 97;
      },
      onattribname: (start, end) => {
        inHref = inAnchor && html.slice(start, end).toLowerCase() === 'href';
      },
      onattribdata: (start, end) => {
        if (inHref) links += html.slice(start, end).length > 0 ? 1 : 0;
      },
      onattribend: skip,
      onattribentity: skip,
      oncdata: skip,
      onclosetag: skip,
      oncomment: skip,
      ondeclaration: skip,
      onend: skip,
      onopentagend: skip,
      onprocessinginstruction: skip,
      onselfclosingtag: skip,
      ontext: skip,
      ontextentity: skip,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return links;
}

function readWords(page: Page): number {
  let length = 0;
  for (const link of page.links) length += link.anchor.length + link.window.length;
  return length;
}

interface Subject {
  readonly name: string;
  run(document: Document): number;
}

const subjects: readonly Subject[] = [
  { name: 'links only', run: (document) => extractPage(document).links.length },
  { name: 'links + text', run: (document) => extractPage(document).text().length },
  { name: 'links + words of every link', run: (document) => readWords(extractPage(document)) },
  { name: 'htmlparser2 Tokenizer, a[href]', run: (document) => tokenizerLinks(document.text()) },
];

function measure(title: string, documents: readonly Document[], rounds: number): void {
  const megabytes = documents.reduce((sum, document) => sum + document.bytes.length, 0) / 1e6;
  const links = documents.reduce((sum, document) => sum + extractPage(document).links.length, 0);
  console.log(
    `\n${title}: n = ${documents.length} pages, ${((megabytes * 1000) / documents.length).toFixed(1)} KB each,`,
  );
  console.log(`  ${(links / documents.length).toFixed(1)} links each, best of ${rounds} rounds`);
  for (const subject of subjects) {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      // CPU time, since other work on the machine lengthens the wall clock.
      const start = process.cpuUsage();
      for (const document of documents) subject.run(document);
      const { user, system } = process.cpuUsage(start);
      best = Math.min(best, user + system);
    }
    const perPage = (best / documents.length).toFixed(1).padStart(8);
    console.log(
      `  ${subject.name.padEnd(32)}${perPage} µs/page ${((megabytes * 1e6) / best).toFixed(0).padStart(6)} MB/s`,
    );
  }
}

console.log(`node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}`);
const synthetic = Array.from({ length: 1_000 }, (_, id) => documentOf(Buffer.from(makePage(id, 20_000))));
measure("the peers' page shape", synthetic, 7);
const corpus = readCorpus(2_000);
if (corpus.length > 0) measure('WebKB pages', corpus, 5);
else console.log('\nWebKB pages: not measured, ../shared/corpus is absent');
