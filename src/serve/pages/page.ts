// The frame of every page: plain HTML that needs no script, with what machines look for in the head.
import type { Link } from '../records/links.ts';
import { escapeXml } from '../xml-text.ts';

export interface PageParts {
  readonly title: string;
  readonly base: string;
  /** HTML. */
  readonly body: string;
  readonly canonical?: string;
  /** Put into the head as JSON-LD. */
  readonly data?: object;
  readonly description?: string;
  /** The same for machines, and what belongs to it. */
  readonly links?: readonly Link[];
}

/** Harvested text is text: everything that is not ours goes through here. */
export const escapeHtml = escapeXml;

export function htmlPage(parts: PageParts): string {
  const { title, base, body, canonical, data, description, links = [] } = parts;
  const items = `${base}/ogc/collections/services/items`;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    ...(description ? [`<meta name="description" content="${escapeHtml(description.slice(0, 300))}">`] : []),
    `<link rel="stylesheet" href="${base}/style.css">`,
    `<link rel="search" type="application/opensearchdescription+xml" title="Geotrawl" href="${base}/opensearch.xml">`,
    `<link rel="http://www.opengis.net/def/rel/ogc/1.0/ogc-catalog" type="application/geo+json" href="${items}">`,
    ...links.map(
      ({ rel, type, href }) =>
        `<link rel="${escapeHtml(rel)}"${type === undefined ? '' : ` type="${escapeHtml(type)}"`} href="${escapeHtml(href)}">`,
    ),
    ...(canonical === undefined ? [] : [`<link rel="canonical" href="${escapeHtml(canonical)}">`]),
    ...(data === undefined ? [] : [`<script type="application/ld+json">${inlineJson(data)}</script>`]),
  ];
  const form = `<form action="${base}/" method="get" role="search"><label>Search <input type="search" name="q"></label> <button>Find</button></form>`;
  return `<!doctype html>
<html lang="en">
<head>
${head.join('\n')}
</head>
<body>
<header><a href="${base}/">Geotrawl</a> ${form}</header>
<main>
${body}
</main>
</body>
</html>
`;
}

/** No `</script>` and no `<!--` can end the element early; U+2028 and U+2029 are line ends in scripts. */
function inlineJson(data: object): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export const styleSheet = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;color:#1b1b1b;background:#fff}
header{display:flex;gap:2rem;align-items:center;border-bottom:1px solid #bbb;padding-bottom:.5rem;margin-bottom:1rem}
h1{font-size:1.4rem}li{margin:.6rem 0}dt{font-weight:600}dd{margin:0 0 .6rem;overflow-wrap:anywhere}
.note{color:#555}a{color:#0b57a4}
`;
