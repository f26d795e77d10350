// The OpenAPI 3.0 description of OGC API – Records: QGIS reads its page size and GDAL its filters from here.
import { collectionId, openApiType } from '../formats/record-links.ts';
import { apiDescription } from '../http/openapi.ts';
import { formOf, type HttpRequest } from '../http/request.ts';
import { type HttpResponse, htmlResponse, jsonResponse } from '../http/response.ts';
import type { RecordsContext } from './records-context.ts';

/** Without the version parameter: GDAL and QGIS accept the document only under the bare type or application/json. */
export const apiForms = { json: openApiType.split(';')[0]!, html: 'text/html' } as const;
const root = '/ogc';

export function getOpenApi(request: HttpRequest, context: RecordsContext): HttpResponse {
  const base = `${request.base}${root}`;
  const document = apiDescription(base, { ...context, routes: () => ownRoutes(context) }, '3.0.3');
  const { paths, components } = document;
  if (formOf(request, apiForms) === 'html') {
    const links = Object.keys(paths).map((path) => ({ rel: 'path', href: base + path, title: path }));
    return htmlResponse(context.pages.links(request, 'The API', links));
  }
  // QGIS reads components/parameters/limit.
  const itemParameters = paths[`/collections/${collectionId}/items`]!.get!.parameters;
  const parameters = Object.fromEntries(itemParameters.map((parameter) => [parameter.name, parameter]));
  return jsonResponse({ ...document, components: { ...components, parameters } }, openApiType);
}

/** Paths below /ogc. Clients look for those of a collection with its id or with a parameter. */
function ownRoutes({ routes }: RecordsContext) {
  return routes()
    .filter(({ path }) => path === root || path.startsWith(`${root}/`))
    .map((route) => ({ ...route, path: route.path.slice(root.length) || '/' }))
    .flatMap((route) =>
      route.path.includes(':collectionId')
        ? [{ ...route, path: route.path.replace(':collectionId', collectionId) }, route]
        : [route],
    );
}
