import { describe, expect, it } from 'vitest';
import { onAbort } from './abort-listeners.ts';

describe('whenAborted', () => {
  it('tells everyone who still waits, in the order they came', () => {
    const { signal, abort } = controller();
    const told: string[] = [];
    onAbort(signal, () => told.push('first'));
    const start = onAbort(signal, () => told.push('taken off'));
    onAbort(signal, () => told.push('last'));
    start();
    abort();
    abort();
    expect(told).toEqual(['first', 'last']);
  });

  it('leaves out one that is taken off by another while they are told', () => {
    const { signal, abort } = controller();
    const told: string[] = [];
    onAbort(signal, () => start());
    const start = onAbort(signal, () => told.push('too late'));
    abort();
    expect(told).toEqual([]);
  });

  it('keeps the waiters of different signals apart', () => {
    const one = controller();
    const other = controller();
    const told: string[] = [];
    onAbort(one.signal, () => told.push('one'));
    onAbort(other.signal, () => told.push('other'));
    other.abort();
    expect(told).toEqual(['other']);
  });
});

function controller(): { signal: AbortSignal; abort: () => void } {
  const made = new AbortController();
  return { signal: made.signal, abort: () => made.abort() };
}
