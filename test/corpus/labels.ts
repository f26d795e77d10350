// Which of our kinds each label of the corpus means; null where the document is no resource.

export interface LabelMeaning {
  /** Id of our kind, also where it is still to be written. */
  readonly kind: string | null;
  /** False while the kind is not in the registry. */
  readonly exists: boolean;
}

const none: LabelMeaning = { kind: null, exists: false };

function later(kind: string): LabelMeaning {
  return { kind, exists: false };
}

export const labels: Readonly<Record<string, LabelMeaning>> = {
  'arcgis-catalog': later('arcgis-directory'),
  'arcgis-layer': later('arcgis-layer'),
  'arcgis-query': later('esri-json'),
  'arcgis-service': later('arcgis-map-server'),
  atom: later('atom'),
  csw: later('csw'),
  'csw-records': later('csw-records'),
  'dcat-datajson': later('dcat'),
  exception: none,
  geojson: later('geojson'),
  'html-error': none,
  iso19139: later('iso19139'),
  kml: later('kml'),
  kmz: later('kml'),
  'malformed-json': none,
  'malformed-xml': none,
  mapstyle: later('map-style'),
  'ogcapi-collection': later('ogc-api'),
  'ogcapi-collections': later('ogc-api'),
  'ogcapi-conformance': later('ogc-api'),
  'ogcapi-items': later('geojson'),
  'ogcapi-landing': later('ogc-api'),
  opensearch: later('opensearch'),
  'ows-other': none,
  sos: later('sos'),
  'stac-catalog': later('stac-catalog'),
  'stac-collection': later('stac-collection'),
  'stac-collections': later('stac-api'),
  'stac-item': later('stac-item'),
  thredds: later('thredds'),
  tilejson: later('tilejson'),
  tms: later('tms'),
  topojson: later('topojson'),
  wcs: later('wcs'),
  wfs: later('wfs'),
  wms: { kind: 'wms', exists: true },
  wmts: later('wmts'),
  wps: later('wps'),
};
