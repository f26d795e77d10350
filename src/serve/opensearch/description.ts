// The OpenSearch description document, with the geo, time and parameter extensions.
import { element, leaf, xmlDeclaration } from '../formats/xml-text.ts';

const parameters = 'http://a9.com/-/spec/opensearch/extensions/parameters/1.0/';

/** OWSLib maps its arguments by these; without them it drops every argument. */
const named = [
  ['q', 'searchTerms'],
  ['bbox', 'geo:box'],
  ['limit', 'count'],
  ['offset', 'startIndex'],
  ['start', 'time:start'],
  ['stop', 'time:end'],
] as const;

export function openSearchDescription(base: string, title: string): string {
  const template = named.map(([name, value]) => `${name}={${value}?}`).join('&');
  const data = (type: string, form: string) =>
    element(
      'Url',
      { type, rel: 'results', indexOffset: '0', pageOffset: '1', template: `${base}/opensearch?f=${form}&${template}` },
      ...named.map(([name, value]) => element('parameters:Parameter', { name, value: `{${value}}`, minimum: '0' })),
    );
  const body = element(
    'OpenSearchDescription',
    {
      xmlns: 'http://a9.com/-/spec/opensearch/1.1/',
      'xmlns:geo': 'http://a9.com/-/opensearch/extensions/geo/1.0/',
      'xmlns:time': 'http://a9.com/-/opensearch/extensions/time/1.0/',
      'xmlns:parameters': parameters,
    },
    leaf('ShortName', title.slice(0, 16)),
    leaf('Description', 'Map services, catalogs and geodata found on the web'),
    // OWSLib fails without any.
    leaf('Tags', 'maps geodata services catalog'),
    leaf('LongName', title.slice(0, 48)),
    element('Url', { type: 'application/opensearchdescription+xml', rel: 'self', template: `${base}/opensearch.xml` }),
    element('Url', { type: 'text/html', template: `${base}/?q={searchTerms}` }),
    data('application/atom+xml', 'atom'),
    data('application/geo+json', 'json'),
    element('Query', { role: 'example', searchTerms: 'land cover' }),
    leaf('Language', '*'),
    leaf('InputEncoding', 'UTF-8'),
    leaf('OutputEncoding', 'UTF-8'),
  );
  return `${xmlDeclaration}${body}\n`;
}
