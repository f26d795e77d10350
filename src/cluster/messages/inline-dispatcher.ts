// Hints within one process; workers elsewhere poll.
import type { Dispatcher } from '../../model/dispatcher.ts';
import { makeHintListeners } from './hint-listeners.ts';

export function createInlineDispatcher(): Dispatcher {
  const listeners = makeHintListeners();
  return { hint: listeners.tell, onHint: listeners.add, close: async () => undefined };
}
