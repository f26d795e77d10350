// Descriptions of web APIs in OpenAPI: Swagger 2.0 and OpenAPI 3, JSON or YAML.
import { arrayAt, type JsonObject, objectAt, stringAt } from '../../base/json/json.ts';
import { textOfHtml } from '../../base/text/html-text.ts';
import { webUrl } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Problem } from '../../model/problem.ts';
import type { Description, Identity, Provider } from '../../model/resource.ts';
import { isTalk, splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { rootAbove } from '../ogc-api/ogc-api-document.ts';
import { type OpenapiDocument, readOpenapi, readOperations, readServers } from './openapi-reader.ts';
import { describeWebService, type ServiceOperation } from './web-service.ts';

const accept = 'application/vnd.oai.openapi+json, application/json, application/yaml;q=0.9, */*;q=0.5';

export const openapi: ResourceKind = {
  id: 'openapi',
  title: 'Web API described in OpenAPI',
  family: 'service',
  specification: 'OpenAPI 3.1 and 3.0, Swagger 2.0',
  tier: 1,
  forms: ['json', 'text'],
  dataset: 'operation',
  suspect,
  probe: (url): readonly ProbeRequest[] => [{ url: url.replace(/#.*$/s, ''), accept }],
  identify,
  describe,
  check: checkAddress,
};

/** Never above the scores that kinds of geospatial APIs give their own URLs. */
function suspect(link: Link): number {
  const { host, path, query } = splitAddress(link.url);
  if (isTalk('', host)) return 0;
  if (/\/(?:openapi|swagger|api-docs)(?:[-_.]?v?\d[\w.]{0,8})?\.(?:json|ya?ml)$/.test(path)) return 0.6;
  if (isTalk(path)) return 0;
  if (/\/v\d\/api-docs(?:\/[\w-]{1,60})?$|\/swagger\/(?:v\d[\w.]{0,8}|docs)(?:\/swagger\.json)?$/.test(path))
    return 0.6;
  if (/[?&]f=(?:application(?:\/|%2f))?vnd\.oai\.openapi/.test(query)) return 0.6;
  if (/\/(?:open)?api$/.test(path) && /[?&]f=(?:application(?:\/|%2f))?(?:json|yaml)/.test(query)) return 0.5;
  if (/\/openapi\/?$/.test(path)) return 0.5;
  return /\b(?:openapi|swagger)\b/i.test(link.anchor) ? 0.3 : 0;
}

function identify(document: Document): readonly Identity[] {
  const found = readOpenapi(document);
  return found === null ? [] : [{ kind: 'openapi', version: found.version, endpoint: documentAddress(document) }];
}

function describe(document: Document): Description {
  const found = readOpenapi(document);
  const api = found ?? { version: '', json: {}, isCut: false, isMalformed: false };
  const info = objectAt(api.json, 'info') ?? {};
  const words = landingWords(api);
  const servers = readServers(api, document.finalUrl);
  const documents = [stringAt(objectAt(api.json, 'externalDocs') ?? {}, 'url')].filter((url) => url !== '');
  const description = describeWebService(document, {
    title: stringAt(info, 'title'),
    abstract: textOfHtml(stringAt(info, 'description') || stringAt(info, 'summary')),
    operations: operationsOf(api),
    addresses: servers.map(({ url, description }) => ({ url, words: words || description })),
    documents,
    isCut: api.isCut,
    problems: yamlProblems(api),
    signatures: [stringAt(info, 'title'), stringAt(info, 'description'), ...servers.map(({ url }) => url)],
  });
  const formats = arrayAt(api.json, 'produces').filter((type) => typeof type === 'string');
  const links = words === '' ? description.links : withLanding(document.finalUrl, description.links, words);
  return { ...description, provider: readContact(info), accessConstraints: readTerms(info), formats, links };
}

function operationsOf(api: OpenapiDocument): readonly ServiceOperation[] {
  return readOperations(api).map(({ id, address, summary, description, tags }) => ({
    name: id || address,
    title: summary || address,
    abstract: textOfHtml(description),
    keywords: tags,
  }));
}

/**
 * The description of an OGC API or STAC API isn't the API: its server URL leads to the landing page, and this text
 * determines which kind the crawl probes.
 */
function landingWords({ json }: OpenapiDocument): string {
  const paths = Object.keys(objectAt(json, 'paths') ?? {});
  const has = (pattern: RegExp) => paths.some((path) => pattern.test(path));
  if (!has(/\/conformance\/?$/) && !has(/\/collections\/[^/]+\/items\/?$/)) return '';
  return has(/\/search\/?$/) && has(/\/collections\/[^/]+\/items/) ? 'STAC API' : 'OGC API';
}

/** The landing page is above the URL of its description (OGC 19-072, 8.3); the servers it lists may be wrong. */
function withLanding(url: string, links: readonly Link[], words: string): readonly Link[] {
  const landing = rootAbove(url);
  if (landing === null) return links;
  const others = links.filter((link) => link.url !== landing);
  return [{ url: landing, foundBy: 'description', anchor: words, window: '', nofollow: false }, ...others];
}

function yamlProblems({ isMalformed }: OpenapiDocument): readonly Problem[] {
  return isMalformed ? [{ code: 'api.malformed-yaml', message: "Parts of the description aren't valid YAML." }] : [];
}

function readContact(info: JsonObject): Provider | null {
  const contact = objectAt(info, 'contact') ?? {};
  const [organization, email] = [stringAt(contact, 'name') || null, stringAt(contact, 'email') || null];
  const url = webUrl(stringAt(contact, 'url'));
  return organization === null && email === null && url === null ? null : { organization, person: null, email, url };
}

function readTerms(info: JsonObject): string | null {
  const license = objectAt(info, 'license') ?? {};
  const named = [stringAt(license, 'identifier') || stringAt(license, 'name'), stringAt(license, 'url')];
  return [...named, stringAt(info, 'termsOfService')].filter((text) => text !== '').join(' ') || null;
}
