// Conformance classes of OGC API – Records: only those fully implemented, each of them tested.

const spec = (part: string) => `http://www.opengis.net/spec/${part}`;

/** Draft and final names: @camptocamp/ogc-client requires `record-*` or the draft's `core`, others the final names. */
export const conformance: readonly string[] = [
  spec('ogcapi-common-1/1.0/conf/core'),
  spec('ogcapi-common-2/1.0/conf/collections'),
  ...['core', 'oas30', 'geojson', 'html'].map((name) => spec(`ogcapi-features-1/1.0/conf/${name}`)),
  ...['filter', 'features-filter', 'queryables', 'queryables-query-parameters'].map((name) =>
    spec(`ogcapi-features-3/1.0/conf/${name}`),
  ),
  ...[
    'cql2-text',
    'cql2-json',
    'basic-cql2',
    'advanced-comparison-operators',
    'case-insensitive-comparison',
    'accent-insensitive-comparison',
    'basic-spatial-functions',
  ].map((name) => spec(`cql2/1.0/conf/${name}`)),
  ...[
    'searchable-catalog',
    'searchable-catalog-filtering',
    'searchable-catalog-sorting',
    'record-core',
    'record-collection',
    'record-core-query-parameters',
    'record-api',
    'sorting',
    'filtering',
    'json',
    'html',
    'oas30',
    'autodiscovery',
    'core',
  ].map((name) => spec(`ogcapi-records-1/1.0/conf/${name}`)),
];
