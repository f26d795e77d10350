// Hints within one process; workers elsewhere poll.
import type { Dispatcher } from '../../model/dispatcher.ts';
import { createHintListeners } from './hint-listeners.ts';

export function createInlineDispatcher(): Dispatcher {
  const listeners = createHintListeners();
  return { hint: listeners.notify, onHint: listeners.add, close: async () => undefined };
}
