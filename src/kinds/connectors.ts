// Every catalog connector there is.
import type { Connector } from '../model/connector.ts';
import { arcgisCatalogConnector } from './esri/arcgis-catalog-connector.ts';
import { arcgisHubConnector } from './esri/arcgis-hub-connector.ts';
import { arcgisPortalConnector } from './esri/arcgis-portal-connector.ts';
import { atomConnector } from './metadata/atom-connector.ts';
import { dcatConnector } from './metadata/dcat-connector.ts';
import { oaiPmhConnector } from './metadata/oai-pmh-connector.ts';
import { opensearchConnector, opensearchItemsConnector } from './metadata/opensearch-connector.ts';
import { wafConnector } from './metadata/waf-connector.ts';
import { cswConnector } from './ogc/csw/csw-connector.ts';
import { ogcApiRecordsConnector, ogcRecordsFileConnector } from './ogc-api/ogc-api-records-connector.ts';
import { ckanConnector } from './portals/ckan-connector.ts';
import { geonetworkConnector } from './portals/geonetwork-connector.ts';
import { opendatasoftConnector } from './portals/opendatasoft-connector.ts';
import { socrataConnector } from './portals/socrata-connector.ts';
import { erddapConnector } from './science/erddap-connector.ts';
import { threddsConnector } from './science/thredds-connector.ts';
import { stacApiConnector, stacItemsConnector } from './stac/stac-api-connector.ts';
import { stacFileConnector, stacFileItemsConnector } from './stac/stac-file-connector.ts';

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
