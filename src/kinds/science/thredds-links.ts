// URLs of the datasets of a THREDDS catalog: service base + path + suffix.
import { webUrl } from '../../base/url/web-url.ts';
import type { RecordList } from '../records/catalog-records.ts';
import type { ThreddsCatalog, ThreddsDataset, ThreddsService } from './thredds-catalog.ts';

/** What a client can use of a dataset, with the suffix to request; best first. */
const useful: readonly (readonly [type: RegExp, ending: string])[] = [
  [/^wms$/, '?service=WMS&request=GetCapabilities'],
  [/^wcs$/, '?service=WCS&request=GetCapabilities'],
  [/^(?:opendap|dods)$/, '.dds'],
  [/^(?:httpserver|fileserver|http)$/, ''],
];

/** Formats by service name. */
const formatNames: Readonly<Record<string, string>> = {
  opendap: 'OPeNDAP',
  dods: 'OPeNDAP',
  httpserver: 'HTTPServer',
  wms: 'WMS',
  wcs: 'WCS',
  netcdfsubset: 'NetcdfSubset',
  netcdfserver: 'NetcdfSubset',
  iso: 'ISO',
  ncml: 'NCML',
  cdmremote: 'CdmRemote',
};

/** References to catalogs come before datasets: they are few, and each leads to many. */
export function linkCatalog(catalog: ThreddsCatalog, catalogUrl: string, records: RecordList): void {
  for (const { href, title } of catalog.references) records.link(href, title);
  const linkDataset = datasetLinker(catalog, catalogUrl);
  for (const dataset of catalog.datasets) linkDataset(dataset, records);
}

/** Adds the URLs of one dataset as links. */
export function datasetLinker(
  catalog: ThreddsCatalog,
  catalogUrl: string,
): (dataset: ThreddsDataset, records: RecordList) => void {
  const services = new Map<string, ThreddsService>();
  for (const service of flatten(catalog.services)) if (!services.has(service.name)) services.set(service.name, service);
  const only = catalog.services.length === 1 ? catalog.services[0] : undefined;
  return (dataset, records) => {
    for (const url of datasetUrls(dataset, services, only)) {
      const target = webUrl(url, catalogUrl);
      if (target !== null) records.link(target, dataset.name);
    }
  };
}

export function serviceFormats(services: readonly ThreddsService[]): readonly string[] {
  const types = [...flatten(services)].map(({ type }) => formatNames[type]);
  return [...new Set(types.filter((name) => name !== undefined))];
}

function* flatten(services: readonly ThreddsService[]): Generator<ThreddsService> {
  for (const service of services) {
    yield service;
    yield* flatten(service.parts);
  }
}

function* datasetUrls(
  dataset: ThreddsDataset,
  services: ReadonlyMap<string, ThreddsService>,
  only: ThreddsService | undefined,
): Generator<string> {
  for (const { urlPath, serviceName } of dataset.access) {
    if (/^https?:\/\//i.test(urlPath)) {
      yield urlPath;
      continue;
    }
    const service = services.get(serviceName || dataset.serviceName) ?? only;
    if (service === undefined) continue;
    const offered = [...flatten([service])];
    for (const [type, ending] of useful) {
      const chosen = offered.find((one) => type.test(one.type));
      if (chosen !== undefined) yield `${chosen.base}${urlPath}${chosen.suffix}${ending}`;
    }
  }
}
