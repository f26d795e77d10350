// /api/v1/credentials: credentials for hosts, write-only.
import { Type } from 'typebox';
import { systemClock } from '../../base/time/system-clock.ts';
import type { Config } from '../../config.ts';
import {
  deleteCredential,
  type ListedCredential,
  listCredentials,
  parseCredentialHost,
  saveCredential,
} from '../../frontier/host-credentials.ts';
import { type Credential, credentialTypes } from '../../model/credential.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import type { Accounts } from '../auth/accounts.ts';
import { nameOf, type Principal } from '../http/principal.ts';
import { type Body, bodyOf } from '../http/read-body.ts';
import type { HttpRequest } from '../http/request.ts';
import { badParameter, type HttpResponse, jsonResponse, notFound } from '../http/response.ts';
import { bodyMembers, get, post, type Route, remove } from '../http/route.ts';

interface CredentialParts {
  readonly store: SqlStore;
  readonly people: Pick<Accounts, 'note'>;
  readonly tasks: { readonly settings: Config };
}

/** Members of a request that stores credentials, from programs and from the page. */
export const credentialBody = bodyMembers({
  host: Type.String(),
  type: Type.String(),
  name: Type.Optional(Type.String()),
  secret: Type.String(),
});

export function credentialRoutes(parts: CredentialParts): readonly Route[] {
  return [
    get(
      '/api/v1/credentials',
      { permission: 'administer', summary: 'Hosts with stored credentials, without the secrets' },
      async () => jsonResponse({ credentials: (await parts.store.read(listCredentials)).map(shown) }),
    ),
    post(
      '/api/v1/credentials',
      {
        permission: 'administer',
        summary: 'Store credentials for a host: type basic, token, key or header',
        body: credentialBody,
        status: 201,
        statuses: [409],
      },
      async (request) => {
        const origin = await storeCredential(parts, request);
        const saved = (await parts.store.read(listCredentials)).find((one) => one.origin === origin);
        if (saved === undefined)
          throw new Error(`the credentials of ${origin} were deleted right after they were saved`);
        return jsonResponse(shown(saved), 'application/json', 201);
      },
    ),
    remove(
      '/api/v1/credentials/:host',
      { permission: 'administer', summary: 'Delete the credentials of a host', status: 204 },
      async (request): Promise<HttpResponse> => {
        await removeCredential(parts, request.who, request.parameters.host ?? '');
        return { status: 204, type: '', body: '' };
      },
    ),
  ];
}

/** The origin they apply to. Throws `request.bad-parameter`, `usage.bad-argument` and `credentials.key`. */
export async function storeCredential(
  { store, people, tasks }: CredentialParts,
  request: HttpRequest,
): Promise<string> {
  const body = await bodyOf(request);
  const origin = parseCredentialHost(body.text('host'));
  const credential = credentialIn(body);
  const stored = { origin, credential, createdMs: systemClock.now(), createdBy: nameOf(request.who) };
  await store.transact(async (transaction) => {
    await store.within(transaction, () => saveCredential(stored, tasks.settings));
    await people.note(transaction, request.who, 'credentials', `${origin} (${credential.type})`);
  });
  return origin;
}

export async function removeCredential(
  { store, people }: CredentialParts,
  who: Principal,
  host: string,
): Promise<void> {
  const origin = parseCredentialHost(host);
  await store.transact(async (transaction) => {
    if (!(await store.within(transaction, () => deleteCredential(origin))))
      throw notFound(`No credentials are stored for ${origin}.`);
    await people.note(transaction, who, 'credentials.end', origin);
  });
}

/** RFC 9110, 5.6.2: header names. Framing and routing headers aren't allowed. */
const headerName = /^[!#$%&'*+.^`|~\w-]{1,100}$/;
const reservedHeaders = new Set(
  'host connection content-length content-type transfer-encoding upgrade te trailer expect range user-agent'.split(' '),
);

function credentialIn(body: Body): Credential {
  const type = credentialTypes.find((one) => one === body.text('type'));
  if (type === undefined) throw badParameter('type', `must be one of ${credentialTypes.join(', ')}.`);
  const secret = body.text('secret');
  if (secret === '' || secret.length > 4096) throw badParameter('secret', 'must have 1 to 4096 characters.');
  if (type === 'token') return { type, token: sendable(secret, 'secret') };
  const name = body.text('name', '').trim();
  if (name === '' || name.length > 200) throw badParameter('name', expectedName[type]);
  if (type === 'basic') {
    if (name.includes(':')) throw badParameter('name', 'a user name can’t contain a colon (RFC 7617).');
    return { type, user: name, password: secret };
  }
  if (type === 'key') return { type, name, value: secret };
  if (!headerName.test(name) || reservedHeaders.has(name.toLowerCase()))
    throw badParameter('name', `"${name}" isn’t a header name that may be sent.`);
  return { type, name, value: sendable(secret, 'secret') };
}

const expectedName = {
  basic: 'the user name is missing or too long.',
  key: 'the parameter name is missing or too long.',
  header: 'the header name is missing or too long.',
};

/** A line break would start another header. */
function sendable(text: string, name: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text;
  throw badParameter(name, 'must be printable ASCII.');
}

function shown({ origin, type, createdMs, createdBy }: ListedCredential) {
  return { host: origin, type, created: new Date(createdMs).toISOString(), createdBy };
}
