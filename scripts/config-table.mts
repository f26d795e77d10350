// Writes the table of settings in docs/config.md: `npx tsx scripts/config-table.mts`. A test compares the two.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { environmentName, type SettingName, settings } from '../src/config.ts';

const page = new URL('../docs/config.md', import.meta.url);
const begin = '<!-- table: begin -->\n';
const end = '<!-- table: end -->';

/** The flag that sets it, if any. */
export const flagOf: Readonly<Partial<Record<SettingName, string>>> = {
  db: '--db',
  'crawl.depth': '--depth',
  'crawl.scope': '--scope',
  'crawl.strategy': '--strategy',
  'crawl.concurrency': '--concurrency',
  'crawl.probeConcurrency': '--probe-concurrency',
  'crawl.maxPages': '--max-pages',
  'crawl.maxTimeMs': '--max-time',
  'crawl.maxBytes': '--max-bytes',
  'render.mode': '--render',
  'search.width': '--width',
  'politeness.delayMs': '--delay',
  'network.allowPrivate': '--allow-private',
  'network.resolve': '--resolve',
  'network.proxy': '--proxy',
  'network.timeoutMs': '--timeout',
  'network.insecureHosts': '--insecure-host',
  'server.host': '--host',
  'server.port': '--port',
  'server.publicUrl': '--public-url',
  'kinds.modules': '--kind-module',
  'connectors.modules': '--connector',
};

export function configTable(): string {
  const rows = Object.entries(settings).map(([name, { default: value, doc, takes }]) => {
    const flag = flagOf[name as SettingName];
    const cells = [
      `\`${name}\``,
      value === null || (Array.isArray(value) && value.length === 0) ? 'none' : `\`${value}\``,
      `\`${environmentName(name)}\``,
      flag === undefined ? '–' : `\`${flag}\``,
      `${doc} Takes ${takes}.`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| setting | default | environment | flag | meaning |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf(begin) + begin.length;
  writeFileSync(page, text.slice(0, start) + configTable() + text.slice(text.indexOf(end)));
}
