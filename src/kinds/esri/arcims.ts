// ArcIMS, Esri's map server before ArcGIS: ArcXML responses with the layers of a service, or a list of services.

import { readUrl } from '../../base/url/url.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { readXmlRoot } from '../../base/xml/xml.ts';
import { attributeOf, child, descendants, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Layer } from '../../model/resource.ts';
import { resourceLink } from '../address/resource-links.ts';
import { extentOfLayers } from '../geometry/bounds.ts';
import { crsOfNumber, onlyCrs, projectedExtent } from './arcgis-extent.ts';

const maxLayers = 10_000;

export const arcims: ResourceKind = {
  id: 'arcims',
  title: 'ArcIMS',
  family: 'service',
  specification: 'ArcXML 1.1 (ArcIMS 9)',
  tier: 2,
  forms: ['xml'],
  dataset: 'layer',
  suspect: ({ url }) =>
    /\/com\.esri\.esrimap\.Esrimap\b/i.test(url) ? 0.9 : /\/ims\?|\/ArcIMS\//i.test(url) ? 0.3 : 0,
  // Requests for layers need POST; the ping works with GET and shows that the server is up.
  probe: (url) =>
    [{ url }, { url: pingUrl(url) }].filter(({ url: one }, index, all) => index === 0 || one !== all[0]?.url),
  identify,
  describe,
  check: ({ endpoint }) => [{ url: pingUrl(endpoint) }],
};

function pingUrl(url: string): string {
  return `${url.replace(/[?#].*$/s, '')}?Cmd=Ping`;
}

function identify(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root?.name.toUpperCase() !== 'ARCXML') return [];
  let isDescription = false;
  const visit = () => {
    isDescription = true;
  };
  walkXml(document, { '*/RESPONSE/SERVICEINFO': visit, '*/RESPONSE/SERVICES': visit });
  if (!isDescription) return [];
  const version = root.attributes.get('version')?.trim() || null;
  return [{ kind: 'arcims', version, endpoint: serviceAddress(document.finalUrl) }];
}

/** The service's name is in the query: `?ServiceName=world`. */
function serviceAddress(url: string): string {
  const href = webUrl(url);
  if (href === null) return url;
  const { origin, pathname, searchParams } = new URL(href);
  const name = [...searchParams].find(([key]) => key.toLowerCase() === 'servicename')?.[1];
  return `${origin}${pathname}${name === undefined ? '' : `?ServiceName=${encodeURIComponent(name)}`}`;
}

function serviceName(endpoint: string): string {
  return readUrl(endpoint)?.searchParams.get('ServiceName') ?? '';
}

function describe(document: Document, identity: Identity): Description {
  const layers: Layer[] = [];
  const links: Link[] = [];
  const problems = new ProblemTally();
  const xmlProblems = walkXml(document, {
    '*/RESPONSE/SERVICEINFO': (info) => layers.push(...readLayers(info, problems)),
    '*/RESPONSE/SERVICES': (list) => {
      for (const service of descendants(list, 'SERVICE')) addService(service, identity, layers, links);
    },
  });
  return {
    ...emptyDescription,
    title: serviceName(identity.endpoint),
    extent: extentOfLayers(layers),
    layers: layers.slice(0, maxLayers),
    layerCount: layers.length,
    software: 'ArcIMS',
    links: links.slice(0, 1000),
    problems: [...document.problems, ...xmlProblems, ...problems.list()],
  };
}

function readLayers(info: XmlNode, problems: ProblemTally): readonly Layer[] {
  const system = [...descendants(info, 'FEATURECOORDSYS'), ...descendants(info, 'FILTERCOORDSYS')][0];
  const number = Number(system === undefined ? Number.NaN : attributeOf(system, 'id'));
  const crs = Number.isInteger(number) && number > 0 ? crsOfNumber(number) : null;
  return descendants(info, 'LAYERINFO').map((layer) => {
    const title = attributeOf(layer, 'name') ?? '';
    return {
      ...emptyLayer,
      name: attributeOf(layer, 'id'),
      title,
      extent: readEnvelope(layer, crs, problems, title),
      ...onlyCrs(crs),
      queryable: child(layer, 'FCLASS') !== null,
    };
  });
}

function readEnvelope(layer: XmlNode, crs: string | null, problems: ProblemTally, title: string): Extent | null {
  const [envelope] = descendants(layer, 'ENVELOPE');
  if (envelope === undefined) return null;
  const corners = ['minx', 'miny', 'maxx', 'maxy'].map((name) => Number(attributeOf(envelope, name) ?? Number.NaN));
  return projectedExtent(corners, crs, problems, title);
}

function addService(service: XmlNode, { endpoint }: Identity, layers: Layer[], links: Link[]): void {
  const name = attributeOf(service, 'name') ?? attributeOf(service, 'NAME') ?? '';
  if (name === '' || layers.length >= maxLayers) return;
  layers.push({ ...emptyLayer, name, title: name, abstract: attributeOf(service, 'desc') ?? '' });
  const url = `${endpoint.replace(/\?.*$/s, '')}?ServiceName=${encodeURIComponent(name)}`;
  links.push(resourceLink(url, 'catalog', name));
}
