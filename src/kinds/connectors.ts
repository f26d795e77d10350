// Every catalog connector there is.
import type { Connector } from '../model/connector.ts';
import { arcgisCatalogConnector } from './arcgis-catalog-connector.ts';
import { arcgisHubConnector } from './arcgis-hub-connector.ts';
import { arcgisPortalConnector } from './arcgis-portal-connector.ts';
import { ckanConnector } from './ckan-connector.ts';
import { cswConnector } from './csw-connector.ts';
import { erddapConnector } from './erddap-connector.ts';
import { geonetworkConnector } from './geonetwork-connector.ts';
import { oaiPmhConnector } from './oai-pmh-connector.ts';
import { opendatasoftConnector } from './opendatasoft-connector.ts';
import { socrataConnector } from './socrata-connector.ts';
import { threddsConnector } from './thredds-connector.ts';
import { wafConnector } from './waf-connector.ts';

export const connectors: readonly Connector[] = [
  ...[cswConnector, ckanConnector, geonetworkConnector, oaiPmhConnector],
  ...[arcgisCatalogConnector, arcgisHubConnector, arcgisPortalConnector],
  ...[socrataConnector, opendatasoftConnector],
  ...[wafConnector, threddsConnector, erddapConnector],
];
