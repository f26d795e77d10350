// What an OGC exception report reveals about its service.
import type { XmlRoot } from '../base/xml/xml.ts';

const exceptionRoots = new Set(['ServiceExceptionReport', 'ExceptionReport', 'WMTException', 'WMSException']);

export function isException(root: { readonly name: string }): boolean {
  return exceptionRoots.has(root.name);
}

/** Services to try at a URL without better information. */
const maxServices = 3;

/** Products that identify themselves in reports, and their only service. */
const signed: readonly (readonly [pattern: RegExp, service: string])[] = [
  [/\bPyWPS\b/i, 'WPS'],
  [/\bpycsw\b/i, 'CSW'],
  [/\bGeoNetwork\b/i, 'CSW'],
  [/\bTinyOWS\b/i, 'WFS'],
  [/\b52n-sos\b|\bistSOS\b/i, 'SOS'],
];

/** Only services with key-value requests. */
const serviceName = /\b(WMS|WMTS|WFS|WCS|WPS|SOS|CSW)\b/g;
const schemaFolder = /schemas\.opengis\.net\/(wms|wmts|wfs|wcs|wps|sos|csw)\//gi;

/**
 * Services that may have written a report, likeliest first, without the one it refused. `head` is its beginning as
 * text.
 */
export function likelyServices(root: XmlRoot, head: string, refused: string | null): readonly string[] {
  const named = new Set<string>();
  for (const [pattern, service] of signed) if (pattern.test(head)) named.add(service);
  for (const [, name = ''] of head.matchAll(schemaFolder)) named.add(name.toUpperCase());
  for (const [, name = ''] of head.matchAll(serviceName)) named.add(name);
  if (refused !== null) named.delete(refused);
  const services = named.size > 0 ? [...named] : byForm(root).filter((service) => service !== refused);
  return services.slice(0, maxServices);
}

/** WMS and WFS 1.0 use the older form; the namespace of the newer one changed with OWS Common. */
function byForm(root: XmlRoot): readonly string[] {
  if (root.name !== 'ExceptionReport') return ['WMS', 'WFS'];
  if (root.namespace === 'http://www.opengis.net/ows/2.0') return ['WCS', 'CSW', 'WMS'];
  return ['WFS', 'WMS'];
}

/**
 * True if the report says that this service doesn't exist there, so that other versions needn't be tried: OWS Common
 * gives the wrong parameter as locator (06-121r9, table 27).
 */
export function refusesService(root: XmlRoot, head: string): boolean {
  if (!isException(root)) return false;
  return (
    /exceptionCode\s*=\s*["'](?:InvalidParameterValue|OperationNotSupported)["'][^>]{0,100}locator\s*=\s*["']service["']/i.test(
      head,
    ) ||
    /locator\s*=\s*["']service["'][^>]{0,100}exceptionCode\s*=\s*["']InvalidParameterValue["']/i.test(head) ||
    /invalid service param|No service: \( ?\w|service (?:type )?(?:is )?not supported|unsupported service/i.test(head)
  );
}
