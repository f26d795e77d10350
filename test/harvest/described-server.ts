// A portal whose records describe poorly documented services and files, on one loopback server.
import { type CatalogRequest, type CatalogResponse, type CatalogServer, serveCatalog } from './synthetic-catalog.ts';

export interface DescribedWeb {
  /** The abstract of the service at /forests; changed by the tests. */
  own: { title: string; abstract: string };
  /** Title of the record that links to it. */
  recordTitle: string;
  /** The server that one of the services moved to. */
  elsewhere: string;
}

export function serveDescribed(web: DescribedWeb): Promise<CatalogServer> {
  return serveCatalog((request) => {
    const path = request.url.pathname;
    if (path.endsWith('/api/3/action/package_search')) return packages(web, request);
    if (path === '/forests') return wms(web.own.title, web.own.abstract, request);
    if (path === '/soils') return wms('Soils of the province', 'Soils in 1:50,000, from the survey.', request);
    if (path === '/moved')
      return {
        status: 301,
        type: 'text/plain',
        text: '',
        headers: { location: `${web.elsewhere}/rivers${request.url.search}` },
      };
    if (path === '/rivers') return wms('WMS', '', request);
    if (path === '/files/plots.geojson') return geojson();
    return null;
  });
}

/** Without texts, the defaults of GeoServer. */
function wms(title: string, abstract: string, { url }: CatalogRequest): CatalogResponse {
  const layer =
    '<Layer queryable="1"><Name>a</Name><Title>Broadleaf</Title><CRS>EPSG:4326</CRS></Layer><Layer><Name>b</Name><Title>Conifers</Title></Layer>';
  const text = `<?xml version="1.0"?><WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink"><Service><Name>WMS</Name><Title>${title}</Title><Abstract>${abstract}</Abstract><OnlineResource xlink:href="${url.origin}${url.pathname}"/><AccessConstraints>NONE</AccessConstraints></Service><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request><Layer><Title>All</Title>${layer}</Layer></Capability></WMS_Capabilities>`;
  return { type: 'text/xml', text };
}

function geojson(): CatalogResponse {
  const feature = { type: 'Feature', properties: { plot: 1 }, geometry: { type: 'Point', coordinates: [6, 46] } };
  return { type: 'application/geo+json', text: JSON.stringify({ type: 'FeatureCollection', features: [feature] }) };
}

function packages({ recordTitle }: DescribedWeb, { url }: CatalogRequest): CatalogResponse {
  const common = {
    metadata_modified: '2026-01-01T00:00:00',
    organization: { title: 'Forest Office' },
    license_id: 'cc-by-4.0',
    license_title: 'Creative Commons Attribution 4.0',
    notes: 'Trees by species, from the inventory.',
    tags: [{ display_name: 'forest' }, { display_name: 'inventory' }],
    extras: [{ key: 'spatial', value: JSON.stringify(box) }],
  };
  const link = (path: string, format: string) => [{ url: `${url.origin}${path}`, format, name: '' }];
  const results = [
    { ...common, id: 'forest-1', name: 'forests', title: recordTitle, resources: link('/forests', 'WMS') },
    { ...common, id: 'soil-1', name: 'soils', title: 'Ground', resources: link('/soils', 'WMS') },
    { ...common, id: 'river-1', name: 'rivers', title: 'Rivers and lakes', resources: link('/moved', 'WMS') },
    {
      ...common,
      id: 'plot-1',
      name: 'plots',
      title: 'Sample plots',
      resources: link('/files/plots.geojson', 'GeoJSON'),
    },
  ];
  const start = Number(url.searchParams.get('start') ?? 0);
  const text = JSON.stringify({
    help: 'package_search',
    success: true,
    result: { count: results.length, results: results.slice(start) },
  });
  return { type: 'application/json', text };
}

const box = {
  type: 'Polygon',
  coordinates: [
    [
      [5, 45],
      [10, 45],
      [10, 48],
      [5, 48],
      [5, 45],
    ],
  ],
};
