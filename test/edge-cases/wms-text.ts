// Capabilities of a WMS, as a test wants them.

export interface WmsParts {
  readonly version?: string;
  /** What stands inside <Service>. */
  readonly service?: string;
  /** What stands inside <Request>. */
  readonly request?: string;
  /** The layers, or whatever else stands behind the request. */
  readonly layers?: string;
  readonly declaration?: string;
}

const mapRequest = (address: string) =>
  `<GetMap><Format>image/png</Format><DCPType><HTTP><Get><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${address}"/></Get></HTTP></DCPType></GetMap>`;

export const oneLayer = `<Layer><Name>rivers</Name><Title>Rivers</Title>${latLonBox(5, 47, 15, 55)}</Layer>`;

/** A document with one layer and nothing odd, but for the parts given. */
export function wmsText(parts: WmsParts = {}): string {
  const { version = '1.3.0', service = '<Name>WMS</Name><Title>Waters of the county</Title>' } = parts;
  const { request = mapRequest('http://maps.example.org/wms?'), layers = oneLayer } = parts;
  const declaration = parts.declaration ?? '<?xml version="1.0" encoding="UTF-8"?>\n';
  const root = version === '1.3.0' ? 'WMS_Capabilities' : 'WMT_MS_Capabilities';
  const namespace = version === '1.3.0' ? ' xmlns="http://www.opengis.net/wms"' : '';
  return `${declaration}<${root} version="${version}"${namespace}><Service>${service}</Service>
<Capability><Request>${request}</Request>${layers}</Capability></${root}>`;
}

/** A document that names this address for its maps. */
export function wmsAt(address: string, service?: string): string {
  return wmsText({ request: mapRequest(address), ...(service === undefined ? {} : { service }) });
}

/** Both spellings of a box in degrees, whichever the version reads. */
export function latLonBox(west: unknown, south: unknown, east: unknown, north: unknown): string {
  return `<LatLonBoundingBox minx="${west}" miny="${south}" maxx="${east}" maxy="${north}"/>`;
}

export const exceptionText = `<?xml version="1.0"?>
<ServiceExceptionReport version="1.3.0"><ServiceException code="LayerNotDefined">No such layer</ServiceException></ServiceExceptionReport>`;
