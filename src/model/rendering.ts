// The result of rendering a page: the URLs it requested or held, the cost, and why it ended.
import type { ErrorCode } from './errors.ts';

export interface SeenAddress {
  readonly url: string;
  /** `request`: requested by the page. `library`: held by a map library. `navigation`: a navigation attempt. */
  readonly by: 'request' | 'library' | 'navigation';
  /** The library's type for it ('wms'), or null. */
  readonly kind: string | null;
}

export interface Rendering {
  readonly seen: readonly SeenAddress[];
  /** Requests actually sent to servers, without map images. */
  readonly requests: number;
  readonly bytes: number;
  /** Requests blocked by robots.txt, the address guard or a delayed host. */
  readonly refused: number;
  /** Null if the page became idle by itself. */
  readonly ended: { readonly code: ErrorCode; readonly message: string } | null;
}

/** Limits for one page. */
export interface RenderBudget {
  readonly timeMs: number;
  readonly maxRequests: number;
  readonly maxBytes: number;
  /** Of the browser with all its processes. */
  readonly maxMemoryBytes: number;
}
