// Configurations of map viewers: one document that lists layers and their services, in the terms of every product.
import { type JsonObject, stringAt } from '../../base/json/json.ts';
import { owsUrl } from '../../base/url/ows-url.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description } from '../../model/resource.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { RecordList } from '../records/catalog-records.ts';

interface Viewer<Configuration>
  extends Pick<ResourceKind, 'id' | 'title' | 'specification' | 'forms' | 'dataset' | 'suspect'>,
    Partial<Pick<ResourceKind, 'probe'>> {
  /** Null if the document isn't such a configuration. */
  readonly read: (document: Document) => Configuration | null;
  readonly version?: (configuration: Configuration) => string;
  readonly describe: (configuration: Configuration, records: RecordList, document: Document) => Partial<Description>;
}

export function viewerKind<Configuration>({ read, version, describe, ...viewer }: Viewer<Configuration>): ResourceKind {
  return {
    probe: (url) => [{ url }],
    ...viewer,
    family: 'catalog',
    tier: 2,
    identify: (document) => {
      const configuration = read(document);
      if (configuration === null) return [];
      return [{ kind: viewer.id, version: version?.(configuration) || null, endpoint: documentAddress(document) }];
    },
    describe: (document) => {
      const records = new RecordList(document.finalUrl);
      const configuration = read(document);
      const { problems, ...parts } = configuration === null ? {} : describe(configuration, records, document);
      return records.describe(document, parts, problems);
    },
    check: checkAddress,
  };
}

/** OGC services by their names in configurations; a GetCapabilities URL is better evidence than a bare one. */
const services: readonly (readonly [type: RegExp, service: string])[] = [
  [/^wms|^ows$|^web-?map-?service/i, 'WMS'],
  [/^wfs/i, 'WFS'],
  [/^wmts/i, 'WMTS'],
  [/^wcs/i, 'WCS'],
  [/^csw/i, 'CSW'],
  [/^wps/i, 'WPS'],
  [/^sos/i, 'SOS'],
];

/** Adds the service as a link: OGC ones as a request, tile templates and files as they are. */
export function linkService(records: RecordList, address: string, type: string, label: string): void {
  // Templates ("{z}/{x}/{y}") and URLs completed by the viewer aren't URLs yet.
  if (address === '' || /\$\{|@@/.test(address)) return;
  const service = services.find(([pattern]) => pattern.test(type))?.[1];
  const url = records.absolute(address);
  if (url === null) return;
  const isDocument = service === undefined || /\.(?:xml|json)$/i.test(url);
  // The type becomes part of the link's text: "ckan-group", "esri-mapServer".
  if (isDocument) records.link(url, `${type} ${label}`.trim());
  else records.link(owsUrl(url, { service, request: 'GetCapabilities' }), label);
}

/** The first of these members that is a non-empty text. */
export function firstText(object: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const text = stringAt(object, name);
    if (text !== '') return text;
  }
  return '';
}
