// OGC Catalogue Service for the Web, versions 2.0.2 and 3.0: the service. csw-records.ts reads its records.
import { webUrl } from '../../../base/url/web-url.ts';
import type { XmlSource } from '../../../base/xml/xml.ts';
import { walkXml } from '../../../base/xml/xml-walk.ts';
import type { Document } from '../../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../../model/kind.ts';
import type { Link } from '../../../model/link.ts';
import type { Description, Identity } from '../../../model/resource.ts';
import { capabilitiesProbes, operationRequest } from '../ows/ows-address.ts';
import { collectOws, type OwsCommon, operationUrl } from '../ows/ows-common.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import { describeOws, type OwsReading } from '../ows/ows-describe.ts';
import { readEndpoint, readOwsRoot } from '../ows/ows-root.ts';
import { type ServiceTraits, suspectService } from '../ows/ows-suspect.ts';

const operations = ['GetRecords', 'GetCapabilities', 'GetRecordById'];

const traits: ServiceTraits = {
  service: 'CSW',
  requests: new Set(['GetRecords', 'GetRecordById', 'DescribeRecord', 'Harvest', 'GetDomain']),
  words: /catalog(?:ue)? service(?:s)? for the web/i,
  paths: [
    [/\/(?:pycsw|csw)(?:\.py|\.wsgi|\.cgi)?\/?$/i, 0.9],
    [/\/srv\/[a-z]{2,3}\/csw(?:-[\w-]{1,40})?\/?$/i, 0.95],
    [/\/csw\/(?:discovery|publication)\/?$/i, 0.9],
  ],
};

/** Records per request; servers may cap it silently (edge case 64). */
const pageSize = 100;

export const csw: ResourceKind = {
  id: 'csw',
  title: 'Catalogue Service for the Web',
  family: 'catalog',
  specification: 'OGC 12-176r7 (CSW 3.0), 07-006r1 (2.0.2)',
  tier: 1,
  forms: ['xml'],
  dataset: 'record',
  suspect,
  probe: (url) => capabilitiesProbes(url, 'CSW', [{}, { version: '2.0.2' }, { accept: '3.0.0' }]),
  identify,
  describe,
  check: (resource) => [
    { ...recordsRequest(resource.endpoint, resource.version, 1), operation: 'GetRecords', expects: 'records' },
  ],
};

function suspect(link: Link): number {
  // pycsw serves OAI-PMH at the same URL.
  if (/[?&]mode=oaipmh/i.test(link.url)) return 0;
  const score = suspectService(link, traits);
  // A GetRecords request is read as it is, by the kind for records.
  return /[?&]request=getrecord(?:s|byid)(?:&|$)/i.test(link.url) ? Math.min(score, 0.7) : score;
}

function identify(document: Document): readonly Identity[] {
  const found = readOwsRoot(document);
  if (found?.service !== 'CSW') return [];
  const claimed = () => operationUrl(readCsw(document).common, operations);
  return [{ kind: 'csw', version: found.version, endpoint: readEndpoint(document, claimed) }];
}

function readCsw(source: XmlSource): OwsReading {
  const ows = collectOws();
  const problems = walkXml(source, ows.rules);
  return { common: ows.finish(), datasets: new Datasets(), problems, root: readOwsRoot(source)?.root ?? null };
}

function describe(document: Document, identity: Identity): Description {
  const reading = readCsw(document);
  const description = describeOws(document, reading, { dataset: 'record', operations, mayBeEmpty: true });
  const { url } = recordsRequest(identity.endpoint, identity.version, pageSize, chooseType(reading.common));
  const address = webUrl(url);
  if (address === null) return description;
  const first: Link = { url: address, foundBy: 'catalog', anchor: description.title, window: '', nofollow: false };
  return { ...description, links: [first, ...description.links] };
}

/** A record type to request, and the schema it must be requested in; null for the default schema. */
interface RecordType {
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  readonly schema: string | null;
}

/** Dublin Core, which every CSW must have (07-006r1, 10.8). */
function dublinCore(version: string | null): RecordType {
  const number = version?.startsWith('3') === true ? '3.0' : '2.0.2';
  return { name: 'csw:Record', prefix: 'csw', namespace: `http://www.opengis.net/cat/csw/${number}`, schema: null };
}

const gmd = 'http://www.isotc211.org/2005/gmd';
const iso: RecordType = { name: 'gmd:MD_Metadata', prefix: 'gmd', namespace: gmd, schema: gmd };

/** Some offer ISO records only (edge case 65); null if the default is offered or nothing is declared. */
function chooseType({ operations: offered }: OwsCommon): RecordType | null {
  const names = offered.find(({ name }) => name === 'GetRecords')?.typeNames ?? [];
  const isOffered = (pattern: RegExp) => names.some((name) => pattern.test(name));
  return !isOffered(/(?:^|:)Record$/) && isOffered(/(?:^|:)MD_Metadata$/) ? iso : null;
}

/** The first records in full, as key-value pairs. Servers require the type's prefix to be declared (edge case 65). */
function recordsRequest(
  endpoint: string,
  version: string | null,
  count: number,
  chosen: RecordType | null = null,
): ProbeRequest {
  const isThird = version?.startsWith('3') === true;
  const { name, prefix, namespace, schema } = chosen ?? dublinCore(version);
  const request = { service: 'CSW', request: 'GetRecords', version: isThird ? '3.0.0' : '2.0.2' };
  const parameters = {
    TYPENAMES: name,
    // 2.0.2 binds a prefix by an equals sign (07-006r1, table 29), 3.0 by a comma (12-176r7, 6.3).
    NAMESPACE: `xmlns(${prefix}${isThird ? ',' : '='}${namespace})`,
    ...(schema === null ? {} : { OUTPUTSCHEMA: schema }),
    ...(isThird ? {} : { RESULTTYPE: 'results' }),
    ELEMENTSETNAME: 'full',
    MAXRECORDS: String(count),
    STARTPOSITION: '1',
  };
  return operationRequest(endpoint, request, parameters);
}
