// One request and its response over undici's low-level dispatch, kept lean: this is the hot path of a crawl.
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { PartialReason } from '../model/document.ts';
import type { Connection, ConnectionTable } from './connection-table.ts';
import { abortFailure, timeoutFailure } from './failures.ts';
import { bodyCap, capReason, type HttpResponse, joinHeaders, readCookies, type SendRequest } from './response.ts';

/** Where one request goes. A proxy is another origin and expects the full URL as path. */
export interface Route {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly connections: Pick<ConnectionTable, 'get'>;
}

/** The state of one exchange. A class because there are thousands per second and undici calls its methods by name. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly response: Promise<HttpResponse>;
  /** True once the request was written to a connection that had served before. */
  reused = false;
  private readonly request: SendRequest;
  private readonly route: Route;
  private readonly timer: NodeJS.Timeout;
  private resolve!: (response: HttpResponse) => void;
  private reject!: (error: unknown) => void;
  private controller: Dispatcher.DispatchController | null = null;
  private settled = false;
  private sentAtMs = 0;
  private latencyMs = 0;
  private status = 0;
  private cap = 0;
  private rawHeaders: IncomingHttpHeaders = {};
  private connection: Connection | undefined;
  private readonly chunks: Buffer[] = [];
  private length = 0;

  constructor(route: Route, request: SendRequest) {
    this.route = route;
    this.request = request;
    this.response = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.timer = setTimeout(() => this.onTimeout(), request.timeoutMs);
    const { dispatcher, origin, path } = route;
    const method = request.body === null ? 'GET' : 'POST';
    dispatcher.dispatch({ origin, path, method, headers: request.headers, body: request.body }, this);
  }

  /** Aborts; the response rejects with `reason`. */
  stop(reason: Error): void {
    this.fail(reason);
    this.controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // Aborted while it waited for a connection.
    if (this.settled) {
      controller.abort(new Error('no longer wanted'));
      return;
    }
    if (this.request.mayBegin?.() === false) {
      this.stop(abortFailure(this.request.url.href, new Error('the request is no longer allowed'), false));
      return;
    }
    this.connection = this.route.connections.get(this.route.origin);
    if (this.connection !== undefined) {
      this.reused = this.connection.hasServed;
      this.connection.isInUse = true;
    }
    this.sentAtMs = performance.now();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.latencyMs = performance.now() - this.sentAtMs;
    this.status = status;
    this.rawHeaders = headers;
    this.cap = bodyCap(this.request, status);
    if (this.connection !== undefined) this.connection.hasServed = true;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.settled) return;
    const room = this.cap - this.length;
    if (chunk.length <= room) {
      this.chunks.push(chunk);
      this.length += chunk.length;
      return;
    }
    this.chunks.push(chunk.subarray(0, room));
    this.length += room;
    this.finish(capReason(this.request, this.cap));
    controller.abort(new Error('enough read'));
  }

  onResponseEnd(): void {
    this.finish(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.status === 0) this.fail(error);
    else this.finish('cut');
  }

  private onTimeout(): void {
    if (this.length > 0) this.finish('time');
    else this.fail(timeoutFailure(this.request.url, this.request.timeoutMs));
    this.controller?.abort(new Error('out of time'));
  }

  private fail(error: unknown): void {
    if (this.settled) return;
    this.settle();
    this.reject(error);
  }

  private settle(): void {
    this.settled = true;
    clearTimeout(this.timer);
    if (this.connection !== undefined) this.connection.isInUse = false;
  }

  private finish(partial: PartialReason | null): void {
    if (this.settled) return;
    this.settle();
    const [only] = this.chunks;
    this.resolve({
      status: this.status,
      headers: joinHeaders(this.rawHeaders),
      cookies: readCookies(this.rawHeaders['set-cookie']),
      body: this.chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.chunks, this.length),
      partial,
      latencyMs: this.latencyMs,
      elapsedMs: performance.now() - this.sentAtMs,
      address: this.connection?.address ?? null,
      unverified: this.connection?.unverified ?? null,
    });
  }
}
