// The orderings by name: what `--strategy` and the laboratory choose from.
import type { OrderingFactory } from '../model/rank.ts';
import { fifoOrdering } from './fifo.ts';

export const orderings: Readonly<Record<string, OrderingFactory>> = {
  fifo: fifoOrdering,
};
