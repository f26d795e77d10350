// Which OGC service wrote a capabilities document: by the root's name and namespace, else by its declared service type.
import { memoize } from '../../../base/memoize.ts';
import { endpointUrl } from '../../../base/url/endpoint.ts';
import { isWebUrl, webUrl } from '../../../base/url/web-url.ts';
import { attribute, readXmlRoot, type XmlRoot, type XmlSource } from '../../../base/xml/xml.ts';
import { walkXml } from '../../../base/xml/xml-walk.ts';
import type { Document } from '../../../model/document.ts';

export type OwsService = 'WFS' | 'WCS' | 'WMTS' | 'WPS' | 'SOS' | 'CSW';

interface OwsRoot {
  readonly service: OwsService;
  /** Null if the document has none. */
  readonly version: string | null;
  readonly root: XmlRoot;
}

/** Root names that include the service: WFS in all versions, WCS in 1.0. */
const namedRoot = /^(wfs|wcs|wmts|wps|sos|csw)_capabilities$/i;

/** The path segment of a namespace: http://www.opengis.net/wmts/1.0, http://www.opengis.net/cat/csw/2.0.2. */
const namespacePart =
  /^https?:\/\/www\.(?:opengis\.net|opengeospatial\.net)\/(?:cat\/)?(wfs|wcs|wmts|wps|sos|csw)(?:\/|$)/i;

/** OWS Common's own namespaces don't identify the service. */
const commonNamespace = /^https?:\/\/www\.opengis\.net\/ows(?:\/|$)/i;

/** Where ServiceType must be for the fallback: at the start of every capabilities document. */
const headBytes = 16_384;

/** Null if it isn't a capabilities document of these services. */
export const readOwsRoot = memoize((document: XmlSource): OwsRoot | null => {
  const root = readXmlRoot(document);
  if (root === null) return null;
  const named = serviceNamed(namedRoot.exec(root.name));
  const service = named ?? (root.name === 'Capabilities' ? byContent(document, root) : null);
  return service === null ? null : { service, version: readVersion(root), root };
});

function byContent(document: XmlSource, root: XmlRoot): OwsService | null {
  const namespace = root.namespace?.trim() ?? '';
  const named = serviceNamed(namespacePart.exec(namespace));
  return named ?? (namespace === '' || commonNamespace.test(namespace) ? byServiceType(document) : null);
}

/** `OGC:WMTS`, `OGC WMTS`, `urn:ogc:service:sos`, `CSW` … */
function byServiceType(document: XmlSource): OwsService | null {
  let type = '';
  const head = { bytes: document.bytes.subarray(0, headBytes), charset: document.charset, partial: null };
  walkXml(head, {
    '*/ServiceIdentification/ServiceType': ({ text }) => {
      type ||= text;
    },
  });
  return serviceNamed(/(?:^|[\s:/])(wfs|wcs|wmts|wps|sos|csw)$/i.exec(type.trim()));
}

function serviceNamed(match: RegExpExecArray | null): OwsService | null {
  return match === null ? null : (match[1]!.toUpperCase() as OwsService);
}

export function readVersion(root: XmlRoot): string | null {
  const version = attribute(root, 'version')?.trim() ?? '';
  return version === '' ? null : version;
}

/** The URL that responded is trusted over the declared one, unless the document is a local file. */
export function readEndpoint(document: Document, claimed: () => string | null): string {
  if (isWebUrl(document.finalUrl)) return endpointUrl(document.finalUrl);
  const address = claimed();
  const target = address === null ? null : webUrl(address);
  return target === null ? document.finalUrl : endpointUrl(target);
}
