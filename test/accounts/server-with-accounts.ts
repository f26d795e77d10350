// A server with accounts on a free port, and clients that behave like browsers or programs.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, settingsWith } from '../../src/config.ts';
import { type ServeOptions, serve } from '../../src/serve/serve.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses are inspected member by member
export type Json = any;

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** Sends requests like a browser on our pages, or like a program with a token. */
export interface Client {
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** The current cookie; null without one. */
  cookie(): string | null;
  setCookie(cookie: string | null): void;
}

export interface PeopledServer {
  readonly url: string;
  readonly db: string;
  readonly adminLink: string;
  readonly failures: readonly unknown[];
  client(token?: string): Client;
  /** A logged-in user, created by the administrator. */
  person(name: string, role: string): Promise<Client>;
  /** The administrator, logged in. */
  readonly admin: Client;
  close(): Promise<void>;
}

export const goodPassword = 'correct forest river map';

export async function openPeopledServer(
  settings: Partial<Config> = {},
  options: Partial<ServeOptions> = {},
): Promise<PeopledServer> {
  const folder = await mkdtemp(join(tmpdir(), 'geotrawl-people-'));
  const db = settings.db ?? join(folder, 'catalog.db');
  const failures: unknown[] = [];
  const running = await serve({
    settings: settingsWith({ db, 'server.port': 0, 'server.rateLimit': 0, 'server.searchThreads': 0, ...settings }),
    version: '0.0.0-test',
    onFailure: (error) => failures.push(error),
    passwordLogCost: 4,
    ...options,
  });
  const client = (token?: string) => makeClient(running.url, token);
  const admin = client();
  const link = running.adminLink?.split('/').at(-1) ?? null;
  if (link !== null && options.isLocal !== true)
    await admin.ask('POST', '/api/v1/session/link', { link, name: 'Ada', password: goodPassword });
  return {
    url: running.url,
    db,
    adminLink: running.adminLink ?? '',
    failures,
    client,
    admin,
    person: async (name, role) => {
      const added = await admin.ask('POST', '/api/v1/users', { name, role });
      const newcomer = client();
      const secret = String(added.body.link).split('/').at(-1);
      await newcomer.ask('POST', '/api/v1/session/link', { link: secret, password: goodPassword });
      return newcomer;
    },
    close: async () => {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function makeClient(url: string, token?: string): Client {
  let cookie: string | null = null;
  return {
    cookie: () => cookie,
    setCookie: (given) => {
      cookie = given;
    },
    ask: async (method, path, body, headers = {}) => {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookie === null ? {} : { cookie }),
          ...(token === undefined ? { origin: url } : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const set = response.headers.get('set-cookie');
      if (set !== null) cookie = set.includes('Max-Age=0') ? null : set.split(';')[0]!;
      const text = await response.text();
      const isJson = /json/.test(response.headers.get('content-type') ?? '');
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
  };
}
