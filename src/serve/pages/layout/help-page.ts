// The help page: searching, connecting programs, and opting out of crawls.
import { html } from './html.ts';
import { htmlPage } from './page.ts';
import type { PageSetting } from './page-setting.ts';

export function helpPage(setting: PageSetting, contact: string | null): string {
  const { base, locale } = setting;
  const { help, site } = locale.say;
  const endpoints = [
    ['OGC API – Records', `${base}/ogc`],
    ['CSW 2.0.2', `${base}/csw`],
    ['STAC API', `${base}/stac`],
    ['OpenSearch', `${base}/opensearch.xml`],
    ['DCAT', `${base}/dcat.jsonld`],
    ['API', `${base}/api/v1/openapi.json`],
  ];
  const body = html`<h1>${help.title}</h1>
<section aria-labelledby="searching"><h2 id="searching">${help.searching}</h2><p>${help.searchingText}</p>
<table><caption>${help.syntax}</caption><tbody>${help.syntaxRows.map(([words = '', meaning = '']) => html`<tr><th scope="row"><a href="${base}/?${new URLSearchParams({ q: words }).toString()}"><code>${words}</code></a></th><td>${meaning}</td></tr>`)}</tbody></table></section>
<section aria-labelledby="programs"><h2 id="programs">${help.programs}</h2><p>${help.programsText}</p>
<dl>${endpoints.map(([name, url]) => html`<dt>${name}</dt><dd><a href="${url}">${url}</a></dd>`)}</dl>
<p><a href="${base}/help/api">${help.apiReference}</a></p></section>
<section aria-labelledby="crawler"><h2 id="crawler">${help.crawler}</h2><p>${help.crawlerText}</p>
<pre tabindex="0"><code>User-agent: Geotrawl
Disallow: /</code></pre><p>${help.optOut}${contact === null ? null : html` <a href="${contact}" rel="nofollow">${help.contact}</a>`}</p></section>
<section aria-labelledby="sources"><h2 id="sources">${help.sources}</h2><ul>${help.sourceRows.map(([name, url, words]) => html`<li><a href="${url}" rel="noopener">${name}</a>: ${words}</li>`)}</ul></section>
<p><a href="${base}/">${site.search}</a></p>`;
  return htmlPage({ title: help.title, setting, body, entry: 'help' });
}
