// Where to tell of a hole (RFC 9116): the contact that crawls name too.

import { type Asked, checkQuery } from '../http/request.ts';
import { type Answer, notFound } from '../http/response.ts';
import type { Serving } from '../serving.ts';

/** The file must say until when it holds, and that shall be less than a year ahead. */
const validMs = 180 * 24 * 60 * 60 * 1000;

export function getSecurityText(asked: Asked, { contact, clock }: Pick<Serving, 'contact' | 'clock'>): Answer {
  checkQuery(asked, []);
  if (contact === null) throw notFound('Who runs this catalog has not set politeness.contact.');
  const expires = new Date(clock.now() + validMs).toISOString();
  const lines = [`Contact: ${contact}`, `Expires: ${expires}`, `Canonical: ${asked.base}/.well-known/security.txt`];
  return { status: 200, type: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` };
}
