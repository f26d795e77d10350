import { describe, expect, it } from 'vitest';
import { onAbort } from './abort-listeners.ts';

describe('onAbort', () => {
  it('calls the remaining callbacks in registration order', () => {
    const { signal, abort } = controller();
    const called: string[] = [];
    onAbort(signal, () => called.push('first'));
    const start = onAbort(signal, () => called.push('removed'));
    onAbort(signal, () => called.push('last'));
    start();
    abort();
    abort();
    expect(called).toEqual(['first', 'last']);
  });

  it('skips a callback removed by another one', () => {
    const { signal, abort } = controller();
    const called: string[] = [];
    onAbort(signal, () => start());
    const start = onAbort(signal, () => called.push('too late'));
    abort();
    expect(called).toEqual([]);
  });

  it('keeps the callbacks of different signals apart', () => {
    const one = controller();
    const other = controller();
    const called: string[] = [];
    onAbort(one.signal, () => called.push('one'));
    onAbort(other.signal, () => called.push('other'));
    other.abort();
    expect(called).toEqual(['other']);
  });
});

function controller(): { signal: AbortSignal; abort: () => void } {
  const made = new AbortController();
  return { signal: made.signal, abort: () => made.abort() };
}
