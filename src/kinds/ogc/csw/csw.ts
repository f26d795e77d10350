// OGC Catalogue Service for the Web, versions 2.0.2 and 3.0: the service. csw-records.ts reads its records.
import { webUrl } from '../../../base/url/web-url.ts';
import type { XmlSource } from '../../../base/xml/xml.ts';
import type { Document } from '../../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../../model/kind.ts';
import type { Link } from '../../../model/link.ts';
import type { Description, Identity } from '../../../model/resource.ts';
import { resourceLink } from '../../address/resource-links.ts';
import type { OwsCommon } from '../ows/ows-common.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import { describeOws, type OwsContents } from '../ows/ows-describe.ts';
import { owsKind, readOwsContents } from '../ows/ows-kind.ts';
import { dublinCore, dublinCore3, getRecords, isoRecords } from './csw-request.ts';

const operations = ['GetRecords', 'GetCapabilities', 'GetRecordById'];

/** Records per request; servers may cap it silently (edge case 64). */
const pageSize = 100;

const service = owsKind({
  id: 'csw',
  title: 'Catalogue Service for the Web',
  family: 'catalog',
  specification: 'OGC 12-176r7 (CSW 3.0), 07-006r1 (2.0.2)',
  dataset: 'record',
  traits: {
    service: 'CSW',
    requests: new Set(['GetRecords', 'GetRecordById', 'DescribeRecord', 'Harvest', 'GetDomain']),
    words: /catalog(?:ue)? service(?:s)? for the web/i,
    paths: [
      [/\/(?:pycsw|csw)(?:\.py|\.wsgi|\.cgi)?\/?$/i, 0.9],
      [/\/srv\/[a-z]{2,3}\/csw(?:-[\w-]{1,40})?\/?$/i, 0.95],
      [/\/csw\/(?:discovery|publication)\/?$/i, 0.9],
    ],
  },
  variants: [{}, { version: '2.0.2' }, { accept: '3.0.0' }],
  operations,
  read: readCsw,
  check: ({ endpoint, version }) => [
    { ...firstRecords(endpoint, version, 1), operation: 'GetRecords', expects: 'records' },
  ],
});

export const csw: ResourceKind = { ...service, suspect, describe };

function suspect(link: Link): number {
  // pycsw serves OAI-PMH at the same URL.
  if (/[?&]mode=oaipmh/i.test(link.url)) return 0;
  const score = service.suspect(link);
  // A GetRecords request is read as it is, by the kind for records.
  return /[?&]request=getrecord(?:s|byid)(?:&|$)/i.test(link.url) ? Math.min(score, 0.7) : score;
}

function readCsw(source: XmlSource): OwsContents {
  return readOwsContents(source, new Datasets(), {});
}

function describe(document: Document, identity: Identity): Description {
  const contents = readCsw(document);
  const description = describeOws(document, contents, { dataset: service.dataset, operations, mayBeEmpty: true });
  const isIsoOnly = offersOnlyIso(contents.common);
  const url = webUrl(firstRecords(identity.endpoint, identity.version, pageSize, isIsoOnly).url);
  if (url === null) return description;
  return { ...description, links: [resourceLink(url, 'catalog', description.title), ...description.links] };
}

/** Some offer ISO records only (edge case 65). */
function offersOnlyIso({ operations }: OwsCommon): boolean {
  const names = operations.find(({ name }) => name === 'GetRecords')?.typeNames ?? [];
  const isOffered = (pattern: RegExp) => names.some((name) => pattern.test(name));
  return !isOffered(/(?:^|:)Record$/) && isOffered(/(?:^|:)MD_Metadata$/);
}

/** The first records in full, as key-value pairs, in the default schema of their type. */
function firstRecords(endpoint: string, version: string | null, size: number, isIso = false): ProbeRequest {
  const isThird = version?.startsWith('3') === true;
  const type = isIso ? isoRecords : { ...(isThird ? dublinCore3 : dublinCore), schema: null };
  const variant = { type, version: isThird ? '3.0.0' : '2.0.2', isSorted: false } as const;
  return getRecords(endpoint, { at: 1, size, since: null }, variant);
}
