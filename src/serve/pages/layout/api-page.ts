// The API reference as a page: every request, its parameters and permission, from the OpenAPI description.
import { type ApiDescription, type ApiOperation, apiDescription } from '../../http/openapi.ts';
import type { Permission } from '../../http/principal.ts';
import type { PageContext } from '../page-context.ts';
import { type Html, html } from './html.ts';
import { htmlPage } from './page.ts';
import type { PageSetting } from './page-setting.ts';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

export function apiPage(setting: PageSetting, context: Pick<PageContext, 'title' | 'version' | 'routes'>): string {
  const { base, locale } = setting;
  const { api } = locale.say;
  const groups = groupsOf(apiDescription(base, context));
  const body = html`<h1>${api.title}</h1>
<p>${api.intro} <a href="${base}/api/v1/openapi.json">openapi.json</a></p>
<pre tabindex="0"><code>curl '${base}/api/v1/search?q=forest&amp;limit=3'
curl -H 'Authorization: Bearer gt_…' '${base}/api/v1/tasks'</code></pre>
<nav aria-label="${api.contents}"><ul class="chips">${[...groups.keys()].map((name) => html`<li><a href="#${name}">${name}</a></li>`)}</ul></nav>
${[...groups].map(([name, requests]) => html`<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2>${requests.map((request) => requestPart(request, setting))}</section>`)}
<p><a href="${base}/help">${locale.say.help.title}</a></p>`;
  return htmlPage({ title: api.title, setting, body, entry: 'help' });
}

/** Grouped by the first path segment, without /api/v1, in the order of the description. */
function groupsOf({ paths }: ApiDescription): ReadonlyMap<string, readonly Request[]> {
  const groups = new Map<string, Request[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = path
        .replace(/^\/api\/v1(?=\/)/, '')
        .split('/')[1]!
        .replace(/\.\w+$/, '');
      groups.set(name, [...(groups.get(name) ?? []), { method: method.toUpperCase(), path, operation }]);
    }
  return groups;
}

function requestPart({ method, path, operation }: Request, { base, locale }: PageSetting): Html {
  const { api } = locale.say;
  const right = operation['x-permission'];
  const bodies = Object.values(operation.requestBody?.content ?? {});
  const body = bodies.flatMap(({ schema = {} }) =>
    Object.keys('properties' in schema ? (schema.properties ?? {}) : {}),
  );
  const takes = [
    ...operation.parameters.map(({ name, in: where, description }) => ({
      name,
      where,
      description: description ?? '',
    })),
    ...body.map((name) => ({ name, where: 'body', description: '' })),
  ];
  const canTry = method === 'GET' && right === 'look' && !('404' in operation.responses);
  return html`<article class="request"><h3 id="${operation.operationId}"><code>${method} ${path}</code></h3>
<p lang="en">${operation.summary}. <span class="note" lang="${locale.language}">${whoMay(right, api.who)}</span>${canTry ? html` <a href="${base}${path}">${api.open}</a>` : null}</p>
${takes.length === 0 ? null : html`<details><summary>${api.takes(takes.length)}</summary><dl lang="en">${takes.map(({ name, where, description }) => html`<dt><code>${name}</code> (${where})</dt><dd>${description}</dd>`)}</dl></details>`}</article>`;
}

function whoMay(right: Permission, words: Readonly<Record<string, string>>): string {
  return words[right] ?? right;
}
