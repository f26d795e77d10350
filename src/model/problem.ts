// What is odd about remote content: data on a record, counted and searchable, never thrown.

export interface Problem {
  /** A code from `problemCodes`; each has a heading in docs/errors.md. */
  readonly code: ProblemCode;
  /** One plain sentence for a person, naming what was seen. */
  readonly message: string;
}

/** Every problem code there is. A new one is added here and to docs/errors.md in the same change. */
export const problemCodes = [
  'body.partial-size',
  'body.partial-time',
  'body.partial-cut',
  'body.encoding-false',
  'body.charset-conflict',
  'body.lenient-http',
  'http.error-status',
  'http.alternative-accept',
  'http.cookie-wall',
  'http.redirect-dropped-query',
  'tls.unverified',
  'xml.malformed',
  'xml.truncated',
  'xml.too-deep',
  'xml.entity-declared',
  'xml.text-outside',
  'extent.invalid',
  'extent.swapped',
  'extent.out-of-range',
  'extent.projected',
  'extent.missing',
  'crs.missing',
  'file.partly-read',
  'file.nested-archive',
  'file.empty',
  'ows.title-missing',
  'ows.empty',
  'ows.dataset-unnamed',
  'ows.too-many-datasets',
  'ows.address-odd',
  'wmts.no-matrix-set',
  'wmts.no-tile-address',
  'wms.no-layers',
  'wms.layer-unnamed',
  'wms.layer-name-repeated',
  'wms.title-missing',
  'wms.version-missing',
  'wms.version-odd',
  'wms.no-map-format',
  'wms.online-resource-odd',
  'wms.namespace-odd',
  'wms.time-odd',
  'wms.too-many-layers',
  'catalog.too-many-records',
  'catalog.record-untitled',
  'catalog.paging-odd',
  'catalog.partly-read',
  'jsonld.malformed',
] as const;

export type ProblemCode = (typeof problemCodes)[number];
