// Which of our kinds each label of the corpus means; null where the document isn't a resource.

export interface LabelMeaning {
  /** Id of our kind, also where it is still to be written. */
  readonly kind: string | null;
  /** False while the kind is not in the registry. */
  readonly exists: boolean;
  /** Further kinds a document of this label may be: some labels hold several. */
  readonly others?: readonly string[];
}

const none: LabelMeaning = { kind: null, exists: false };

/** Kinds of the registry; the first is what most documents of the label are. */
function here(kind: string, ...others: readonly string[]): LabelMeaning {
  return { kind, exists: true, others };
}

/** Parts of OGC API beside Features. */
const ogcApiParts = ['records', 'tiles', 'maps', 'coverages', 'edr', 'processes', 'styles'].map(
  (part) => `ogc-api-${part}`,
);

export const labels: Readonly<Record<string, LabelMeaning>> = {
  'arcgis-catalog': here('arcgis-catalog'),
  'arcgis-layer': here('arcgis-layer'),
  'arcgis-query': here('esri-json'),
  'arcgis-service': here('arcgis-map-server', 'arcgis-feature-server', 'arcgis-image-server'),
  // Feeds of news with places in them are georss.
  atom: here('atom', 'georss'),
  csw: here('csw'),
  'csw-records': here('csw-records'),
  'dcat-datajson': here('dcat'),
  exception: none,
  // Pages of STAC items are filed here as well.
  geojson: here('geojson', 'stac-item', 'stac-catalog'),
  'html-error': none,
  iso19139: here('iso19139'),
  kml: here('kml'),
  kmz: here('kmz'),
  'malformed-json': none,
  // Templates of servers, with holes: what they would make can be told.
  'malformed-xml': { ...none, others: ['atom', 'iso19139'] },
  mapstyle: here('maplibre-style'),
  'ogcapi-collection': here('ogc-api-features', ...ogcApiParts),
  'ogcapi-collections': here('ogc-api-features', ...ogcApiParts),
  'ogcapi-conformance': here('ogc-api-features', ...ogcApiParts),
  'ogcapi-items': here('ogc-api-features', 'stac-api', 'stac-item'),
  'ogcapi-landing': here('ogc-api-features', ...ogcApiParts),
  opensearch: here('opensearch'),
  'ows-other': none,
  sos: here('sos'),
  'stac-catalog': here('stac-catalog', 'stac-api'),
  'stac-collection': here('stac-collection'),
  'stac-collections': here('stac-api'),
  'stac-item': here('stac-item'),
  thredds: here('thredds'),
  tilejson: here('tilejson'),
  tms: here('tms'),
  topojson: here('topojson'),
  wcs: here('wcs'),
  wfs: here('wfs'),
  // A WMS with tile sets is a WMS-C as well, and its kind reports both.
  wms: here('wms', 'wms-c'),
  wmts: here('wmts'),
  wps: here('wps'),
};
