// /api/v1/credentials: what hosts want to see before they answer. Taken in, never given out.
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
import type { People } from '../auth/accounts.ts';
import { nameOf, type Who } from '../http/principal.ts';
import { type Body, bodyOf } from '../http/read-body.ts';
import type { Asked } from '../http/request.ts';
import { type Answer, badParameter, jsonAnswer, notFound } from '../http/response.ts';
import { get, post, type Route, remove } from '../http/router.ts';

interface CredentialParts {
  readonly store: SqlStore;
  readonly people: Pick<People, 'note'>;
  readonly tasks: { readonly settings: Config };
}

const credentialMembers = ['host', 'type', 'name', 'secret'];

export function credentialRoutes(parts: CredentialParts): readonly Route[] {
  return [
    get('/api/v1/credentials', async () =>
      jsonAnswer({ credentials: (await parts.store.read(listCredentials)).map(shown) }),
    ),
    post('/api/v1/credentials', async (asked) => {
      const origin = await keepCredential(parts, asked);
      const made = (await parts.store.read(listCredentials)).find((one) => one.origin === origin);
      if (made === undefined) throw new Error(`the credentials of ${origin} are gone as soon as they were kept`);
      return jsonAnswer(shown(made), 'application/json', 201);
    }),
    remove('/api/v1/credentials/:host', async (asked): Promise<Answer> => {
      await forgetCredential(parts, asked.who, asked.parameters.host ?? '');
      return { status: 204, type: '', body: '' };
    }),
  ];
}

/** The origin they are for. Throws `request.bad-parameter`, `usage.bad-argument` and `credentials.key`. */
export async function keepCredential({ store, people, tasks }: CredentialParts, asked: Asked): Promise<string> {
  const body = await bodyOf(asked, credentialMembers);
  const origin = parseCredentialHost(body.text('host'));
  const credential = credentialIn(body);
  const made = { origin, credential, createdMs: systemClock.now(), createdBy: nameOf(asked.who) };
  await store.transact(async (transaction) => {
    await store.within(transaction, () => saveCredential(made, tasks.settings));
    await people.note(transaction, asked.who, 'credentials', `${origin} (${credential.type})`);
  });
  return origin;
}

export async function forgetCredential({ store, people }: CredentialParts, who: Who, host: string): Promise<void> {
  const origin = parseCredentialHost(host);
  await store.transact(async (transaction) => {
    if (!(await store.within(transaction, () => deleteCredential(origin))))
      throw notFound(`There are no credentials for ${origin}.`);
    await people.note(transaction, who, 'credentials.end', origin);
  });
}

/** RFC 9110, 5.6.2: what a header may be called. Those that say where a request ends or goes are not for this. */
const headerName = /^[!#$%&'*+.^`|~\w-]{1,100}$/;
const ownHeaders = new Set(
  'host connection content-length content-type transfer-encoding upgrade te trailer expect range user-agent'.split(' '),
);

function credentialIn(body: Body): Credential {
  const type = credentialTypes.find((one) => one === body.text('type'));
  if (type === undefined) throw badParameter('type', `it is one of ${credentialTypes.join(', ')}.`);
  const secret = body.text('secret');
  if (secret === '' || secret.length > 4096) throw badParameter('secret', 'up to 4096 characters are expected.');
  if (type === 'token') return { type, token: sendable(secret, 'secret') };
  const name = body.text('name', '').trim();
  if (name === '' || name.length > 200) throw badParameter('name', whatName[type]);
  if (type === 'basic') {
    if (name.includes(':')) throw badParameter('name', 'a user name has no colon (RFC 7617).');
    return { type, user: name, password: secret };
  }
  if (type === 'key') return { type, name, value: secret };
  if (!headerName.test(name) || ownHeaders.has(name.toLowerCase()))
    throw badParameter('name', `"${name}" is no name of a header that could be sent.`);
  return { type, name, value: sendable(secret, 'secret') };
}

const whatName = {
  basic: 'the name of the user is expected.',
  key: 'the name of the parameter is expected.',
  header: 'the name of the header is expected.',
};

/** A line break in a header would begin another one. */
function sendable(text: string, name: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text;
  throw badParameter(name, 'printable ASCII is expected.');
}

function shown({ origin, type, createdMs, createdBy }: ListedCredential) {
  return { host: origin, type, created: new Date(createdMs).toISOString(), createdBy };
}
