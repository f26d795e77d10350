// security.txt (RFC 9116): the contact for vulnerability reports, the same as in crawl requests.

import type { HttpRequest } from '../http/request.ts';
import { type HttpResponse, notFound } from '../http/response.ts';
import type { PageContext } from './page-context.ts';

/** RFC 9116 requires an expiry date, preferably less than a year ahead. */
const validMs = 180 * 24 * 60 * 60 * 1000;

export function getSecurityText(
  request: HttpRequest,
  { contact, clock }: Pick<PageContext, 'contact' | 'clock'>,
): HttpResponse {
  if (contact === null) throw notFound('Who runs this catalog has not set politeness.contact.');
  const expires = new Date(clock.now() + validMs).toISOString();
  const lines = [`Contact: ${contact}`, `Expires: ${expires}`, `Canonical: ${request.base}/.well-known/security.txt`];
  return { status: 200, type: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` };
}
