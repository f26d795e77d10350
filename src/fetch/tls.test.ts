// TLS failures have specific codes; verification can be disabled for all hosts or for one, and is reported.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Certificates,
  makeCertificates,
  startTlsServer,
  type TlsServer,
  type TlsTrouble,
} from '../../test/servers/misbehaving-tls.ts';
import { createFetch } from './client.ts';
import { defaultFetchPolicy, type FetchPolicy } from './policy.ts';

const troubles: readonly TlsTrouble[] = ['none', 'expired', 'self-signed', 'chain', 'name', 'legacy'];
const servers = new Map<TlsTrouble, TlsServer>();
let certificates: Certificates;

beforeAll(async () => {
  certificates = makeCertificates();
  for (const trouble of troubles) servers.set(trouble, await startTlsServer(certificates.show(trouble)));
});

afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

async function get(trouble: TlsTrouble, policy: Partial<FetchPolicy> = {}, host = 'localhost') {
  const fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true, ...policy }, { ca: certificates.ca });
  try {
    return await fetch.get({ url: `https://${host}:${servers.get(trouble)?.port}/` });
  } finally {
    await fetch.close();
  }
}

describe('a verified connection', () => {
  it.each(['localhost', '127.0.0.1'])('to %s has no problems', async (host) => {
    expect(await get('none', {}, host)).toMatchObject({ status: 200, problems: [], address: '127.0.0.1' });
  });
});

describe('a certificate that cannot be verified', () => {
  it.each([
    ['expired', 'fetch.tls-expired'],
    ['self-signed', 'fetch.tls-self-signed'],
    ['chain', 'fetch.tls-chain'],
    ['name', 'fetch.tls-name'],
    ['legacy', 'fetch.tls-legacy'],
  ] as const)('%s is %s', async (trouble, code) => {
    await expect(get(trouble)).rejects.toMatchObject({ code, retry: false });
  });

  it.each(['expired', 'self-signed', 'chain', 'name'] as const)(
    '%s is read with verification off, and marked',
    async (trouble) => {
      const document = await get(trouble, { tlsVerify: 'off' });
      expect(document.text()).toBe('<p>secret maps');
      expect(document.problems.map(({ code }) => code)).toEqual(['tls.unverified']);
    },
  );

  it('an outdated server is reached with verification off', async () => {
    expect((await get('legacy', { tlsVerify: 'off' })).status).toBe(200);
  });

  it('one host can be trusted unverified, the others not', async () => {
    const policy = { insecureHosts: ['localhost'] };
    expect((await get('self-signed', policy)).problems).toHaveLength(1);
    await expect(get('self-signed', policy, '127.0.0.1')).rejects.toMatchObject({ code: 'fetch.tls-self-signed' });
  });
});

describe('no TLS at all', () => {
  it('is a TLS failure', async () => {
    const plain = createServer((_request, response) => response.end('plain'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
    const work = fetch.get({ url: `https://127.0.0.1:${(plain.address() as AddressInfo).port}/` });
    await expect(work).rejects.toMatchObject({ code: 'fetch.tls' });
    await fetch.close();
    await new Promise((resolve) => plain.close(resolve));
  });
});
