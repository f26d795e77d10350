// From a THREDDS catalog to the description of a resource.
import type { Document } from '../model/document.ts';
import type { Description } from '../model/resource.ts';
import { RecordList } from './catalog-records.ts';
import { readThreddsCatalog } from './science/thredds-catalog.ts';
import { linkCatalog, serviceFormats } from './science/thredds-links.ts';

/** Where only the page of a catalog came: the catalog itself is worth following. */
export function describeInventoryPage(document: Document, title: string, xmlUrl: string): Description {
  const records = new RecordList(document.finalUrl);
  records.link(xmlUrl, title);
  return records.describe(document, { title, software: 'THREDDS' });
}

/** `document` is what was found, a page or the catalog; `xml` the catalog. */
export function describeInventory(document: Document, xml: Document): Description {
  const records = new RecordList(xml.finalUrl);
  const catalog = readThreddsCatalog(xml, records.problems);
  for (const dataset of catalog.datasets) {
    records.add({
      name: dataset.id || dataset.access[0]?.urlPath || null,
      title: dataset.name,
      abstract: dataset.abstract,
      extent: dataset.extent,
      parent: dataset.parent,
      time: dataset.time,
      queryable: dataset.access.length > 0,
    });
  }
  linkCatalog(catalog, xml.finalUrl, records);
  const parts = {
    title: catalog.title,
    layerCount: catalog.datasetCount,
    formats: serviceFormats(catalog.services),
    software: 'THREDDS',
  };
  return records.describe(document, parts, catalog.problems);
}
