// Flags that lead the command to a demo web served by the test.
import type { DemoWeb } from '../../lab/demo-web/serve.ts';

/** Everything but the seeds and the database. */
export function demoNetwork(web: DemoWeb, delayMs = 10): string[] {
  const rules = [...web.resolve, web.elsewhere].flatMap((rule) => ['--resolve', rule]);
  return ['--allow-private', '--delay', String(delayMs), ...rules];
}

/** The whole demo web. */
export function demoCrawl(web: DemoWeb, db: string, delayMs?: number): string[] {
  return ['crawl', ...web.seeds, '--db', db, '--scope', 'web', '--depth', '8', ...demoNetwork(web, delayMs)];
}
