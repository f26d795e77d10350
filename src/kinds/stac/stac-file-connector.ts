// Harvests a static STAC catalog. Collections are the records, and their subtrees are skipped; items are read if no collection
// contains them, or on request.
import { objectsAt } from '../../base/json/json.ts';
import type { Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { JsonLink } from '../address/json-links.ts';
import { treeConnector, treePage } from '../paging/tree-walk.ts';
import { readStacRecord } from './stac-describe.ts';
import { readStacDocument, type StacDocument } from './stac-document.ts';

export const stacFileConnector: Connector = {
  ...treeConnector,
  kind: 'stac-catalog',
  catalogOf: ({ kind, endpoint }) => (kind === 'stac-catalog' ? endpoint : null),
  read: (document, cursor) => read(document, cursor, false),
};

export const stacFileItemsConnector: Connector = {
  ...treeConnector,
  kind: 'stac-item',
  onRequest: true,
  catalogOf: ({ kind, endpoint }) =>
    kind === 'stac-catalog' || (kind === 'stac-collection' && /\.json$/i.test(endpoint)) ? endpoint : null,
  read: (document, cursor) => read(document, cursor, true),
};

function read(document: Document, cursor: Cursor, hasItems: boolean): RecordPage | null {
  const stac = document.status < 400 && document.partial === null ? readStacDocument(document) : null;
  if (stac === null) return null;
  const members = membersOf(stac, hasItems);
  const records = members
    .map((member) => readStacRecord(member, stac.url, member === stac.json ? stac.url : null))
    .filter((record) => record !== null);
  const children = stac.links.filter((link) => isWalked(link, stac, hasItems)).map(({ url }) => ({ url }));
  return treePage(document, cursor, { records, omitted: members.length - records.length, children, problems: [] });
}

function membersOf({ shape, json }: StacDocument, hasItems: boolean): readonly StacDocument['json'][] {
  if (shape === 'item') return [json];
  if (shape === 'collection') return hasItems ? [] : [json];
  const collections = objectsAt(json, 'collections');
  return hasItems || collections.length === 0 ? objectsAt(json, 'features') : collections;
}

/**
 * Files below a collection group its items by year or tile, thousands of them; nested collections are recognized by
 * name.
 */
function isWalked({ rel, url }: JsonLink, { shape }: StacDocument, hasItems: boolean): boolean {
  if (shape === 'item') return false;
  if (rel === 'next') return true;
  if (rel !== 'child' && rel !== 'item' && rel !== 'items') return false;
  if (shape !== 'collection' || hasItems) return true;
  return rel === 'child' && /collection\.json(?:\?|$)/i.test(url);
}
