// Every catalog connector there is.
import type { Connector } from '../model/connector.ts';
import { atomConnector } from './atom-connector.ts';
import { ckanConnector } from './ckan-connector.ts';
import { cswConnector } from './csw-connector.ts';
import { dcatConnector } from './dcat-connector.ts';
import { geonetworkConnector } from './geonetwork-connector.ts';
import { oaiPmhConnector } from './oai-pmh-connector.ts';
import { ogcApiRecordsConnector, ogcRecordsFileConnector } from './ogc-api-records-connector.ts';
import { opensearchConnector, opensearchItemsConnector } from './opensearch-connector.ts';
import { stacApiConnector, stacItemsConnector } from './stac-api-connector.ts';
import { stacFileConnector, stacFileItemsConnector } from './stac-file-connector.ts';

export const connectors: readonly Connector[] = [
  cswConnector,
  ckanConnector,
  geonetworkConnector,
  oaiPmhConnector,
  ogcApiRecordsConnector,
  ogcRecordsFileConnector,
  stacApiConnector,
  stacItemsConnector,
  stacFileConnector,
  stacFileItemsConnector,
  dcatConnector,
  opensearchConnector,
  opensearchItemsConnector,
  atomConnector,
];
