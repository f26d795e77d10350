// /api/v1/resources/{id}/distributions: other distributions of the same dataset.

import { findRecord } from '../http/record-query.ts';
import type { HttpRequest } from '../http/request.ts';
import { badParameter, type HttpResponse, jsonResponse } from '../http/response.ts';
import type { ServerContext } from '../http/server-context.ts';

export async function getDistributions(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const { id, layers } = await findRecord(context, request.parameters.id ?? '');
  const name = request.query.get('layer');
  const layer = name === null ? null : layers.findIndex((each) => each.name === name);
  if (layer === -1) throw badParameter('layer', `it has no layer "${name}".`);
  return jsonResponse({ items: await context.catalog.duplicates.distributions({ id, layer }) });
}
