// Services in a map viewer's configuration: URL and type of each layer, in the terms of every product.
import { type JsonObject, stringAt } from '../../base/json/json.ts';
import { owsUrl } from '../../base/url/ows-url.ts';
import type { RecordList } from '../records/catalog-records.ts';

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
