// Every catalog connector there is.
import type { Connector } from '../model/connector.ts';
import { arcgisCatalogConnector } from './arcgis-catalog-connector.ts';
import { arcgisHubConnector } from './arcgis-hub-connector.ts';
import { arcgisPortalConnector } from './arcgis-portal-connector.ts';
import { atomConnector } from './atom-connector.ts';
import { ckanConnector } from './ckan-connector.ts';
import { cswConnector } from './csw-connector.ts';
import { dcatConnector } from './dcat-connector.ts';
import { erddapConnector } from './erddap-connector.ts';
import { geonetworkConnector } from './geonetwork-connector.ts';
import { oaiPmhConnector } from './oai-pmh-connector.ts';
import { ogcApiRecordsConnector, ogcRecordsFileConnector } from './ogc-api-records-connector.ts';
import { opendatasoftConnector } from './opendatasoft-connector.ts';
import { opensearchConnector, opensearchItemsConnector } from './opensearch-connector.ts';
import { socrataConnector } from './socrata-connector.ts';
import { stacApiConnector, stacItemsConnector } from './stac-api-connector.ts';
import { stacFileConnector, stacFileItemsConnector } from './stac-file-connector.ts';
import { threddsConnector } from './thredds-connector.ts';
import { wafConnector } from './waf-connector.ts';

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
  arcgisCatalogConnector,
  arcgisHubConnector,
  arcgisPortalConnector,
  socrataConnector,
  opendatasoftConnector,
  wafConnector,
  threddsConnector,
  erddapConnector,
];
