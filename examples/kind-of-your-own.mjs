// Knows web pages with a map in them, beside all built-in kinds. Run: node examples/kind-of-your-own.mjs https://example.org
// To try it on a web of your own, add rules: node examples/kind-of-your-own.mjs URL HOST=127.0.0.1:8080
import { probe } from 'geotrawl';

const mapViewer = {
  id: 'map-viewer',
  title: 'Map viewer',
  family: 'service',
  specification: 'A page with an element called map',
  tier: 2,
  forms: ['html'],
  dataset: 'map',
  suspect: ({ url }) => (/\/(?:viewer|map)\b/.test(url) ? 0.6 : 0),
  probe: (url) => [{ url }],
  identify: (document) =>
    /<div[^>]{0,200}\bid="map"/.test(document.text())
      ? [{ kind: 'map-viewer', version: null, endpoint: document.finalUrl }]
      : [],
  describe: (document) => ({ title: /<title>([^<]{0,200})/.exec(document.text())?.[1] ?? '' }),
};

const [url, ...rules] = process.argv.slice(2);
if (url === undefined) throw new Error('Give a URL.');
const settings = rules.length === 0 ? {} : { 'network.resolve': rules, 'network.allowPrivate': true };

for await (const report of probe(url, { settings, ownKinds: [mapViewer] })) {
  console.log(report.kind === null ? report.reason.message : `${report.kind}: ${report.title}`);
}
