// The registry: every kind of resource there is, most specific first.
import type { ResourceKind } from '../model/kind.ts';
import { wms } from './wms.ts';

export const kinds: readonly ResourceKind[] = [wms];
