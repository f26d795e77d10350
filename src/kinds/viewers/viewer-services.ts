// Services a map viewer's configuration names: the address and type of each layer, under the words of every product.
import { type JsonObject, stringAt } from '../../base/json/json.ts';
import { owsUrl } from '../../base/url/ows-url.ts';
import type { RecordList } from '../catalog-records.ts';

/** OGC services by the names configurations give them; a request for capabilities says more than a bare address. */
const services: readonly (readonly [type: RegExp, service: string])[] = [
  [/^wms|^ows$|^web-?map-?service/i, 'WMS'],
  [/^wfs/i, 'WFS'],
  [/^wmts/i, 'WMTS'],
  [/^wcs/i, 'WCS'],
  [/^csw/i, 'CSW'],
  [/^wps/i, 'WPS'],
  [/^sos/i, 'SOS'],
];

/** Passes the service on: OGC ones as a request, tile templates and files as they are. */
export function linkService(records: RecordList, address: string, type: string, label: string): void {
  // Templates ("{z}/{x}/{y}") and addresses filled in by the viewer are no addresses yet.
  if (address === '' || /\$\{|@@/.test(address)) return;
  const service = services.find(([pattern]) => pattern.test(type))?.[1];
  const url = records.absolute(address);
  if (url === null) return;
  const isDocument = service === undefined || /\.(?:xml|json)$/i.test(url);
  // The type goes with the link as its words: "ckan-group", "esri-mapServer".
  if (isDocument) records.link(url, `${type} ${label}`.trim());
  else records.link(owsUrl(url, { service, request: 'GetCapabilities' }), label);
}

/** First member of these that is a text. */
export function firstText(object: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const text = stringAt(object, name);
    if (text !== '') return text;
  }
  return '';
}
