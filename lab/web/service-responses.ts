// Responses of simulated services: short documents of each protocol with the service's name.

/** The texts of a service. */
export interface ServiceText {
  readonly url: string;
  readonly title: string;
}

/** Media type and body of the response to a probe; null if the service doesn't support the request. */
export function serviceResponse({ url, title }: ServiceText, requested: URLSearchParams): [string, string] | null {
  if (url.includes('/rest/services/')) return ['application/json', arcgis(title, url.includes('FeatureServer'))];
  const spoken = /[?&]service=(\w+)/i.exec(url)?.[1];
  const own = spoken ?? (url.includes('/gwc/') ? 'WMTS' : 'WMS');
  const expected = [...requested].find(([name]) => name.toLowerCase() === 'service')?.[1] ?? own;
  // A URL without a query is a document, independent of request parameters.
  if (spoken !== undefined && expected.toUpperCase() !== own) return null;
  const endpoint = url.split('?')[0]!;
  const document = documents[own] ?? documents.WMS!;
  return ['application/xml', document(title, endpoint)];
}

type Document = (title: string, endpoint: string) => string;
const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const ows = (version: string) => `xmlns:ows="http://www.opengis.net/ows/${version}" ${xlink}`;

const documents: Readonly<Record<string, Document>> = {
  WMS: (title, endpoint) => `<?xml version="1.0"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" ${xlink}>
<Service><Name>WMS</Name><Title>${title}</Title><OnlineResource xlink:href="${endpoint}"/></Service>
<Capability><Request><GetMap><Format>image/png</Format><DCPType><HTTP><Get><OnlineResource xlink:href="${endpoint}"/></Get></HTTP></DCPType></GetMap></Request>
<Layer><Title>${title}</Title><Layer><Name>layer</Name><Title>${title}</Title><CRS>CRS:84</CRS>
<EX_GeographicBoundingBox><westBoundLongitude>5</westBoundLongitude><eastBoundLongitude>9</eastBoundLongitude><southBoundLatitude>50</southBoundLatitude><northBoundLatitude>53</northBoundLatitude></EX_GeographicBoundingBox>
</Layer></Layer></Capability></WMS_Capabilities>`,
  WFS: (title, endpoint) => `<?xml version="1.0"?>
<wfs:WFS_Capabilities version="2.0.0" xmlns:wfs="http://www.opengis.net/wfs/2.0" ${ows('1.1')}>
<ows:ServiceIdentification><ows:Title>${title}</ows:Title><ows:ServiceType>WFS</ows:ServiceType><ows:ServiceTypeVersion>2.0.0</ows:ServiceTypeVersion></ows:ServiceIdentification>
<ows:OperationsMetadata><ows:Operation name="GetFeature"><ows:DCP><ows:HTTP><ows:Get xlink:href="${endpoint}"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
<wfs:FeatureTypeList><wfs:FeatureType><wfs:Name>features</wfs:Name><wfs:Title>${title}</wfs:Title><wfs:DefaultCRS>urn:ogc:def:crs:EPSG::4326</wfs:DefaultCRS></wfs:FeatureType></wfs:FeatureTypeList></wfs:WFS_Capabilities>`,
  CSW: (title, endpoint) => `<?xml version="1.0"?>
<csw:Capabilities version="2.0.2" xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:ows="http://www.opengis.net/ows" ${xlink}>
<ows:ServiceIdentification><ows:Title>${title}</ows:Title><ows:ServiceType>CSW</ows:ServiceType><ows:ServiceTypeVersion>2.0.2</ows:ServiceTypeVersion></ows:ServiceIdentification>
<ows:OperationsMetadata><ows:Operation name="GetRecordById"><ows:DCP><ows:HTTP><ows:Get xlink:href="${endpoint}"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata></csw:Capabilities>`,
  WCS: (title, endpoint) => `<?xml version="1.0"?>
<WCS_Capabilities version="1.0.0" xmlns="http://www.opengis.net/wcs" xmlns:gml="http://www.opengis.net/gml" ${xlink}>
<Service><name>WCS</name><label>${title}</label></Service>
<Capability><Request><GetCoverage><DCPType><HTTP><Get><OnlineResource xlink:href="${endpoint}"/></Get></HTTP></DCPType></GetCoverage></Request></Capability>
<ContentMetadata><CoverageOfferingBrief><name>coverage</name><label>${title}</label></CoverageOfferingBrief></ContentMetadata></WCS_Capabilities>`,
  WMTS: (title, endpoint) => `<?xml version="1.0"?>
<Capabilities version="1.0.0" xmlns="http://www.opengis.net/wmts/1.0" ${ows('1.1')}>
<ows:ServiceIdentification><ows:Title>${title}</ows:Title><ows:ServiceType>OGC WMTS</ows:ServiceType><ows:ServiceTypeVersion>1.0.0</ows:ServiceTypeVersion></ows:ServiceIdentification>
<ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="${endpoint}"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
<Contents><Layer><ows:Title>${title}</ows:Title><ows:Identifier>tiles</ows:Identifier></Layer></Contents></Capabilities>`,
};

function arcgis(title: string, isFeatures: boolean): string {
  const layer = { id: 0, name: title, type: 'Feature Layer', geometryType: 'esriGeometryPolygon' };
  const extent = { xmin: 5, ymin: 50, xmax: 9, ymax: 53, spatialReference: { wkid: 4326 } };
  const common = { currentVersion: 10.91, serviceDescription: title, layers: [layer], tables: [], fullExtent: extent };
  const own = isFeatures
    ? { capabilities: 'Query', hasVersionedData: false, initialExtent: extent }
    : { mapName: title, singleFusedMapCache: false, capabilities: 'Map,Query', initialExtent: extent };
  return JSON.stringify({ ...common, ...own });
}
