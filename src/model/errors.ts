// The one error class for failed operations, with a code and a retry flag.

/** All error codes. A new one is added here and to docs/errors.md in the same change. */
export const errorCodes = [
  'usage.bad-argument',
  'usage.bad-url',
  'usage.no-search-engine',
  'config.bad-value',
  'config.unreadable',
  'config.kind-unreadable',
  'config.kind-bad',
  'config.connector-unreadable',
  'config.connector-bad',
  'fetch.dns',
  'fetch.connect',
  'fetch.reset',
  'fetch.timeout',
  'fetch.empty',
  'fetch.status',
  'fetch.protocol',
  'fetch.tls-expired',
  'fetch.tls-self-signed',
  'fetch.tls-chain',
  'fetch.tls-name',
  'fetch.tls-legacy',
  'fetch.tls',
  'fetch.redirect-loop',
  'fetch.redirect-limit',
  'fetch.redirect-bad',
  'fetch.proxy',
  'fetch.mail',
  'fetch.credentials',
  'fetch.aborted',
  'policy.scheme',
  'policy.private-address',
  'policy.port',
  'policy.robots',
  'policy.noindex',
  'policy.robots-unreachable',
  'policy.scope',
  'policy.budget',
  'policy.trap',
  'policy.parked',
  'policy.backoff',
  'policy.opt-out',
  'credentials.key',
  'store.open',
  'store.connection',
  'store.busy',
  'store.migration',
  'store.write',
  'store.read',
  'store.closed',
  'catalog.not-found',
  'crawl.task-not-found',
  'crawl.task-running',
  'crawl.lease-lost',
  'check.lease-lost',
  'crawl.database-busy',
  'crawl.unreadable',
  'crawl.not-confirmed',
  'crawl.kind-missing',
  'crawl.connector-missing',
  'crawl.connector-failed',
  'render.unavailable',
  'render.budget',
  'render.memory',
  'render.failed',
  'search.denied',
  'search.quota',
  'search.unreadable',
  'filter.syntax',
  'filter.unsupported',
  'filter.unknown-property',
  'request.bad-parameter',
  'request.not-found',
  'request.method',
  'request.not-acceptable',
  'request.too-large',
  'request.too-many',
  'request.overloaded',
  'request.preparing',
  'request.host',
  'access.needed',
  'access.denied',
  'access.wrong-password',
  'access.throttled',
  'access.busy',
  'access.origin',
  'access.link',
  'task.not-found',
  'task.too-many',
  'task.quota',
  'task.state',
  'serve.listen',
  'serve.preview-failed',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Machine-readable facts, as an alternative to parsing the message. */
export type ErrorFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface ErrorOptions {
  /** True if the same operation may succeed later without any change. */
  readonly retry?: boolean;
  readonly cause?: unknown;
  readonly facts?: ErrorFacts;
}

export class GeotrawlError extends Error {
  override readonly name = 'GeotrawlError';
  readonly code: ErrorCode;
  readonly retry: boolean;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retry = options.retry ?? false;
    this.facts = options.facts ?? {};
  }
}
