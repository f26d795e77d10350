// Every catalog connector there is.
import type { Connector } from '../model/connector.ts';
import { ckanConnector } from './ckan-connector.ts';
import { cswConnector } from './csw-connector.ts';
import { geonetworkConnector } from './geonetwork-connector.ts';
import { oaiPmhConnector } from './oai-pmh-connector.ts';

export const connectors: readonly Connector[] = [cswConnector, ckanConnector, geonetworkConnector, oaiPmhConnector];
