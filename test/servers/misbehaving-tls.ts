// Servers with TLS troubles on loopback; certificates are made by openssl when a test needs them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';

export type TlsTrouble = 'none' | 'expired' | 'self-signed' | 'chain' | 'name' | 'legacy';

export interface Certificates {
  /** The authority a client may trust, PEM. */
  readonly ca: string;
  /** Key and certificate a server with this trouble shows. */
  show(trouble: TlsTrouble): TlsOptions;
}

/** An authority, an intermediate it signed, and leaves for every trouble. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-tls-'));
  try {
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
    const authority = (name: string) => [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-subj',
      `/CN=${name}`,
    ];
    openssl('req', '-x509', ...authority('root'), '-out', 'root.pem', '-days', '30');
    writeFileSync(join(folder, 'authority.ext'), 'basicConstraints=critical,CA:true');
    sign(openssl, { name: 'middle', issuer: 'root', extensions: 'authority.ext', days: 30 });
    leaf(folder, openssl, { name: 'good', issuer: 'root', altNames: 'DNS:localhost,IP:127.0.0.1', days: 30 });
    leaf(folder, openssl, { name: 'expired', issuer: 'root', altNames: 'DNS:localhost,IP:127.0.0.1', days: -1 });
    leaf(folder, openssl, { name: 'name', issuer: 'root', altNames: 'DNS:other.example.org', days: 30 });
    leaf(folder, openssl, { name: 'chain', issuer: 'middle', altNames: 'DNS:localhost,IP:127.0.0.1', days: 30 });
    openssl('req', '-x509', ...authority('self-signed'), '-out', 'self-signed.pem', '-days', '30');
    const pair = (name: string) => ({ key: read(`${name}.key`), cert: read(`${name}.pem`) });
    const pairs: Record<TlsTrouble, TlsOptions> = {
      none: pair('good'),
      expired: pair('expired'),
      name: pair('name'),
      chain: pair('chain'),
      'self-signed': pair('self-signed'),
      legacy: { ...pair('good'), minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' },
    };
    return { ca: read('root.pem'), show: (trouble) => pairs[trouble] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface TlsServer {
  readonly port: number;
  close(): Promise<void>;
}

export async function startTlsServer(options: TlsOptions, body = '<p>secret maps'): Promise<TlsServer> {
  const server = createServer(options, (_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Openssl = (...args: string[]) => unknown;

interface Signing {
  readonly name: string;
  readonly issuer: string;
  readonly extensions: string;
  readonly days: number;
}

function leaf(
  folder: string,
  openssl: Openssl,
  { altNames, ...rest }: Omit<Signing, 'extensions'> & { altNames: string },
): void {
  const extensions = `${rest.name}.ext`;
  writeFileSync(join(folder, extensions), `subjectAltName=${altNames}`);
  sign(openssl, { ...rest, extensions });
}

function sign(openssl: Openssl, { name, issuer, extensions, days }: Signing): void {
  openssl(
    'req',
    '-new',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    `${name}.key`,
    '-subj',
    `/CN=${name}`,
    '-out',
    `${name}.csr`,
  );
  const by = ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial'];
  openssl(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    ...by,
    '-extfile',
    extensions,
    '-days',
    String(days),
    '-out',
    `${name}.pem`,
  );
}
