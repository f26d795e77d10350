// /api/v1/resources/{id}/ways: where else the same dataset is to be had.

import { type Asked, checkQuery } from '../http/request.ts';
import { type Answer, badParameter, jsonAnswer } from '../http/response.ts';
import { findRecord } from '../records/items.ts';
import type { Serving } from '../serving.ts';

export async function getWays(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, ['layer']);
  const { id, layers } = await findRecord(serving, asked.parameters.id ?? '');
  const name = asked.query.get('layer');
  const layer = name === null ? null : layers.findIndex((each) => each.name === name);
  if (layer === -1) throw badParameter('layer', `it has no layer "${name}".`);
  return jsonAnswer({ items: await serving.catalog.duplicates.ways({ id, layer }) });
}
