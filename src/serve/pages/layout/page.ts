// The frame around every page: head, menu, footer. And the error page.
import type { GeotrawlError } from '../../../model/errors.ts';
import type { Link } from '../../formats/record-links.ts';
import { type Html, html, inlineJson, writeHtml } from './html.ts';
import type { PageSetting } from './page-setting.ts';

/** Browser scripts that pages load in addition to `site`. */
export type PageScript = 'search' | 'record' | 'map' | 'crawl';
export type MenuEntry = 'search' | 'map' | 'crawls' | 'centers' | 'monitor' | 'statistics' | 'help';

export interface PageParts {
  readonly title: string;
  readonly setting: PageSetting;
  readonly body: Html;
  readonly script?: PageScript;
  /** The current menu item. */
  readonly entry?: MenuEntry;
  /** 'wide' for pages with a map beside the text. */
  readonly width?: 'wide';
  readonly canonical?: string;
  readonly description?: string;
  /** Structured data for search engines. */
  readonly data?: object;
  /** Alternate representations. */
  readonly links?: readonly Link[];
}

const menu: readonly (readonly [MenuEntry, string])[] = [
  ['search', '/'],
  ['map', '/map'],
  ['crawls', '/crawls'],
  ['centers', '/data-centers'],
  ['monitor', '/monitor'],
  ['statistics', '/stats'],
  ['help', '/help'],
];

export function htmlPage(parts: PageParts): string {
  const { title, setting, body, entry, width } = parts;
  const { base, account } = setting;
  const { say, language } = setting.locale;
  const items = menu.map(
    ([name, path]) =>
      html`<li><a href="${base}${path}"${name === entry ? html` aria-current="page"` : null}>${say.site[name]}</a></li>`,
  );
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Geotrawl</title>
${head(parts)}
</head>
<body${width === undefined ? null : html` class="${width}"`}>
<a class="skip" href="#main">${say.site.skip}</a>
<header class="site">
<a class="brand" href="${base}/"><span class="mark" aria-hidden="true"></span>Geotrawl</a>
<nav aria-label="${say.site.menu}"><ul>${items}</ul></nav>
<div class="tools">
${account}
<button type="button" class="quiet" id="theme" hidden>${say.site.theme}</button>
${otherLanguage(setting)}
</div>
</header>
<main id="main" tabindex="-1">
${body}
</main>
<footer class="site"><p>${say.site.footer}</p></footer>
</body>
</html>
`;
  return writeHtml(page);
}

function head({ setting, canonical, data, description, links = [], script }: PageParts): Html {
  const { base } = setting;
  const asset = (name: string) => `${base}/assets/${setting.assets.nameOf(name)}`;
  const items = `${base}/ogc/collections/services/items`;
  const written = links.map(
    ({ rel, type, href }) =>
      html`<link rel="${rel}"${type === undefined ? null : html` type="${type}"`} href="${href}">\n`,
  );
  return html`${description ? html`<meta name="description" content="${description.slice(0, 300)}">\n` : null}
<link rel="stylesheet" href="${asset('style.css')}">
<link rel="icon" type="image/svg+xml" href="${asset('icon.svg')}">
<link rel="search" type="application/opensearchdescription+xml" title="Geotrawl" href="${base}/opensearch.xml">
<link rel="http://www.opengis.net/def/rel/ogc/1.0/ogc-catalog" type="application/geo+json" href="${items}">
${written}${canonical === undefined ? null : html`<link rel="canonical" href="${canonical}">\n`}
${data === undefined ? null : html`<script type="application/ld+json">${inlineJson(data)}</script>\n`}
<script type="module" src="${asset('site.js')}"></script>
${script === undefined ? null : html`<script type="module" src="${asset(`${script}.js`)}"></script>`}`;
}

function otherLanguage({ locale, here }: PageSetting): Html {
  const url = new URL(here);
  url.searchParams.set('lang', locale.other);
  return html`<a class="quiet" href="${url.href}" hreflang="${locale.other}" lang="${locale.other}" rel="nofollow">${locale.say.site.otherLanguage}</a>`;
}

export function errorPage(error: GeotrawlError, status: number, setting: PageSetting): string {
  const { errors } = setting.locale.say;
  const title = errors.statuses[status] ?? errors.title;
  const body = html`<h1>${title}</h1><p>${errors.words(error)}</p><p><a href="${setting.base}/">${errors.back}</a></p>`;
  return htmlPage({ title, setting, body });
}
