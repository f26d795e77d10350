// A record as ISO 19139 metadata: services with SV_ServiceIdentification, everything else as data.

import { readTimeRange } from '../../base/time/parse-time.ts';
import { topicLabel } from '../../classify/vocabularies/topic-ids.ts';
import type { Extent } from '../../model/extent.ts';
import type { Resource } from '../../model/resource.ts';
import { sureTopics } from '../../query/record-properties.ts';
import { type Access, accessOf } from './record-access.ts';
import { recordUrl } from './record-links.ts';
import { element, escapeXml, node, xmlDeclaration } from './xml-text.ts';

const namespaces = {
  'xmlns:gmd': 'http://www.isotc211.org/2005/gmd',
  'xmlns:gco': 'http://www.isotc211.org/2005/gco',
  'xmlns:srv': 'http://www.isotc211.org/2005/srv',
  'xmlns:gml': 'http://www.opengis.net/gml',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
} as const;

const codeLists = 'http://www.isotc211.org/2005/resources/Codelist/gmxCodelists.xml';

/** Further layers add no information. */
const namedLayers = 100;

/** A standalone document. */
export function iso19139(record: Resource, base: string): string {
  return `${xmlDeclaration}${isoElement(record, base)}\n`;
}

/** gmd:MD_Metadata, in schema order. */
export function isoElement(record: Resource, base: string): string {
  const isService = record.family !== 'file';
  const level = isService ? 'service' : 'dataset';
  const date = new Date(record.lastSeenMs).toISOString();
  return element(
    'gmd:MD_Metadata',
    namespaces,
    text('gmd:fileIdentifier', record.id),
    node('gmd:language', code('gmd:LanguageCode', languageCode(record.languages?.[0]))),
    node('gmd:characterSet', code('gmd:MD_CharacterSetCode', 'utf8')),
    node('gmd:hierarchyLevel', code('gmd:MD_ScopeCode', level)),
    text('gmd:hierarchyLevelName', level),
    node('gmd:contact', party(record)),
    node('gmd:dateStamp', node('gco:DateTime', date.slice(0, 19))),
    text('gmd:metadataStandardName', 'ISO 19115:2003/19139'),
    text('gmd:metadataStandardVersion', '1.0'),
    text('gmd:dataSetURI', recordUrl(base, record.id)),
    node('gmd:identificationInfo', isService ? serviceIdentification(record) : dataIdentification(record)),
    node('gmd:distributionInfo', distribution(record)),
  );
}

function serviceIdentification(record: Resource): string {
  const access = accessOf(record);
  return node(
    'srv:SV_ServiceIdentification',
    ...commonIdentification(record),
    node('srv:serviceType', node('gco:LocalName', escapeXml(access.protocol ?? record.kind))),
    record.version && text('srv:serviceTypeVersion', record.version),
    node('srv:extent', extentElement(record)),
    node('srv:couplingType', code('srv:SV_CouplingType', 'loose', codeListOf('srv'))),
    ...operations(record, access),
  );
}

function dataIdentification(record: Resource): string {
  const topic = sureTopics(record).find((id) => id.startsWith('iso:'));
  return node(
    'gmd:MD_DataIdentification',
    ...commonIdentification(record),
    node('gmd:language', code('gmd:LanguageCode', languageCode(record.languages?.[0]))),
    topic === undefined
      ? null
      : node('gmd:topicCategory', node('gmd:MD_TopicCategoryCode', topic.slice('iso:'.length))),
    node('gmd:extent', extentElement(record)),
  );
}

function commonIdentification(record: Resource): readonly (string | null)[] {
  const terms = [...record.keywords, ...sureTopics(record).map((id) => topicLabel(id))];
  return [
    node(
      'gmd:citation',
      node(
        'gmd:CI_Citation',
        text('gmd:title', record.title || record.endpoint),
        node('gmd:date', dateElement(record.firstSeenMs, 'publication')),
        node('gmd:identifier', node('gmd:MD_Identifier', text('gmd:code', record.endpoint))),
      ),
    ),
    text('gmd:abstract', record.abstract || record.title || record.endpoint),
    node('gmd:pointOfContact', party(record)),
    terms.length === 0
      ? null
      : node('gmd:descriptiveKeywords', node('gmd:MD_Keywords', ...terms.map((term) => text('gmd:keyword', term)))),
    ...constraints(record),
  ];
}

function constraints({ accessConstraints, fees, license }: Resource): readonly (string | null)[] {
  const limits = [license?.id, license?.url, accessConstraints, fees].filter((one) => one);
  if (limits.length === 0) return [];
  return [
    node(
      'gmd:resourceConstraints',
      node('gmd:MD_Constraints', ...limits.map((limit) => text('gmd:useLimitation', limit!))),
    ),
  ];
}

function extentElement({ extent, time, id }: Resource): string {
  return node('gmd:EX_Extent', extent && node('gmd:geographicElement', boxElement(extent)), timeElement(time, id));
}

function boxElement([west, south, east, north]: Extent): string {
  const bound = (name: string, degrees: number) => node(`gmd:${name}`, node('gco:Decimal', String(degrees)));
  return node(
    'gmd:EX_GeographicBoundingBox',
    bound('westBoundLongitude', west),
    bound('eastBoundLongitude', east),
    bound('southBoundLatitude', south),
    bound('northBoundLatitude', north),
  );
}

function timeElement(time: string | null, id: string): string | null {
  const range = time === null ? null : readTimeRange(time);
  if (range === null) return null;
  const at = (name: string, ms: number | null) =>
    ms === null
      ? element(name, { indeterminatePosition: name === 'gml:endPosition' ? 'now' : 'unknown' })
      : node(name, new Date(ms).toISOString());
  const period = element(
    'gml:TimePeriod',
    { 'gml:id': `t${id}` },
    at('gml:beginPosition', range.fromMs),
    at('gml:endPosition', range.toMs),
  );
  return node('gmd:temporalElement', node('gmd:EX_TemporalExtent', node('gmd:extent', period)));
}

/** At least one operation, as the schema requires. */
function operations(record: Resource, access: Access): readonly string[] {
  const names = record.operations.length > 0 ? record.operations : ['GetCapabilities'];
  return names.map((name) =>
    node(
      'srv:containsOperations',
      node(
        'srv:SV_OperationMetadata',
        text('srv:operationName', name),
        node('srv:DCP', code('srv:DCPList', 'WebServices', codeListOf('srv'))),
        node('srv:connectPoint', onlineResource(access.href, access.protocol ?? record.kind, null)),
      ),
    ),
  );
}

function distribution(record: Resource): string {
  const access = accessOf(record);
  const protocol = access.protocol ?? access.mediaType ?? record.kind;
  const layers = record.layers.filter(({ name }) => name !== null).slice(0, namedLayers);
  const targets = layers.length === 0 || record.family === 'file' ? [null] : layers;
  return node(
    'gmd:MD_Distribution',
    ...(record.formats.length === 0 ? [record.kind] : record.formats).map((name) =>
      node(
        'gmd:distributionFormat',
        node('gmd:MD_Format', text('gmd:name', name), text('gmd:version', record.version ?? 'unknown')),
      ),
    ),
    node(
      'gmd:transferOptions',
      node(
        'gmd:MD_DigitalTransferOptions',
        ...targets.map((layer) => node('gmd:onLine', onlineResource(access.href, protocol, layer))),
      ),
    ),
  );
}

function onlineResource(href: string, protocol: string, layer: { name: string | null; title: string } | null): string {
  return node(
    'gmd:CI_OnlineResource',
    node('gmd:linkage', node('gmd:URL', escapeXml(href))),
    text('gmd:protocol', protocol),
    layer?.name ? text('gmd:name', layer.name) : null,
    layer?.title ? text('gmd:description', layer.title) : null,
  );
}

function dateElement(ms: number, type: string): string {
  return node(
    'gmd:CI_Date',
    node('gmd:date', node('gco:Date', new Date(ms).toISOString().slice(0, 10))),
    node('gmd:dateType', code('gmd:CI_DateTypeCode', type)),
  );
}

/** Organizations only: names of people aren't published in bulk. */
function party({ provider }: Resource): string {
  return node(
    'gmd:CI_ResponsibleParty',
    text('gmd:organisationName', provider?.organization || 'unknown'),
    node('gmd:role', code('gmd:CI_RoleCode', 'pointOfContact')),
  );
}

function text(name: string, value: string): string {
  return node(name, node('gco:CharacterString', escapeXml(value)));
}

function codeListOf(schema: 'gmd' | 'srv'): string {
  return schema === 'gmd' ? codeLists : 'http://www.isotc211.org/2005/iso19119/resources/Codelist/gmxCodelists.xml';
}

function code(name: string, value: string, list = codeListOf('gmd')): string {
  return element(name, { codeList: `${list}#${name.split(':')[1]}`, codeListValue: value }, escapeXml(value));
}

/** ISO 639-2/B codes, as ISO 19139 requires, by the detected ISO 639-1 code. */
const languageCodes = new Map(
  `en eng, de ger, fr fre, es spa, it ita, pt por, nl dut, sv swe, da dan, nb nob, no nor, fi fin, pl pol, cs cze, sk slo, hu hun,
  ro rum, el gre, ru rus, zh chi, ja jpn, ko kor, ar ara, tr tur`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);

function languageCode(code: string | undefined): string {
  return languageCodes.get(code ?? '') ?? 'und';
}
