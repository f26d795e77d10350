// URLs of OGC API – Records, and the links of its responses.

export interface Link {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

export const collectionId = 'services';

/** OWSLib compares this literally: no space before `version`. */
export const openApiType = 'application/vnd.oai.openapi+json;version=3.0';

export const relationOf = (name: string) => `http://www.opengis.net/def/rel/ogc/1.0/${name}`;

export function collectionUrl(base: string): string {
  return `${base}/ogc/collections/${collectionId}`;
}

export function itemsUrl(base: string): string {
  return `${collectionUrl(base)}/items`;
}

export function recordUrl(base: string, id: string): string {
  return `${itemsUrl(base)}/${id}`;
}

/** The same request with some parameters changed; null removes one. */
export function withQuery(
  url: string,
  query: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  const text = changed.toString();
  return text === '' ? url : `${url}?${text}`;
}

export function linkHeader(links: readonly Link[]): string {
  return links
    .filter(({ rel }) => ['next', 'prev', 'collection', 'alternate'].includes(rel))
    .map(({ href, rel, type }) => `<${href}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`)
    .join(', ');
}
