// What a page did in a browser: the addresses it asked for or held, what that cost, and why it was ended.
import type { ErrorCode } from './errors.ts';

export interface SeenAddress {
  readonly url: string;
  /** `request`: the page asked for it. `library`: a map library held it. `navigation`: the page wanted to go there. */
  readonly by: 'request' | 'library' | 'navigation';
  /** What the library uses it as ('wms'), or null. */
  readonly kind: string | null;
}

export interface Rendering {
  readonly seen: readonly SeenAddress[];
  /** What was really asked of servers; pictures of maps are not. */
  readonly requests: number;
  readonly bytes: number;
  /** Requests that robots.txt, the address guard or a resting host forbade. */
  readonly refused: number;
  /** Null where the page came to rest by itself. */
  readonly ended: { readonly code: ErrorCode; readonly message: string } | null;
}

/** What one page may use up. */
export interface RenderBudget {
  readonly timeMs: number;
  readonly maxRequests: number;
  readonly maxBytes: number;
  /** Of the browser with all its processes. */
  readonly maxMemoryBytes: number;
}
