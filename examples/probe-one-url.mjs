// What is behind one URL? Run: node examples/probe-one-url.mjs https://example.org/wms
// To try it on a web of your own, add rules: node examples/probe-one-url.mjs URL HOST=127.0.0.1:8080
import { probe } from 'geotrawl';

const [url, ...rules] = process.argv.slice(2);
if (url === undefined) throw new Error('Give a URL.');
const settings = rules.length === 0 ? {} : { 'network.resolve': rules, 'network.allowPrivate': true };

for await (const report of probe(url, { settings })) {
  if (report.kind === null) {
    console.log(`nothing we know (${report.reason.code}): ${report.reason.message}`);
    continue;
  }
  console.log(`${report.kind} ${report.version}: ${report.title}`);
  for (const layer of report.layers) console.log(`  ${layer.name ?? '(group)'}  ${layer.title}`);
}
