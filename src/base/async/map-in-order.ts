// Works on several items of a stream side by side and tells the results in the order of the items, each as soon as it may.

/** How a promise ended, as a value: nobody may be waiting for it when it fails. */
type Settled<T> = { readonly value: T } | { readonly error: unknown };

type Step<In, Out> = { readonly given: Settled<IteratorResult<In>> } | { readonly result: Settled<Out> };

/** At most `sideBySide` items are worked on. The first failure, of the stream or of the work, ends it when its turn comes. */
export async function* mapInOrder<In, Out>(
  items: Iterable<In> | AsyncIterable<In>,
  work: (item: In) => Promise<Out>,
  sideBySide: number,
): AsyncGenerator<Out> {
  const input = iteratorOf(items);
  const pending: Promise<Settled<Out>>[] = [];
  let next: Promise<Settled<IteratorResult<In>>> | null = settle(input.next());
  try {
    while (next !== null || pending.length > 0) {
      const step: Step<In, Out> = await Promise.race(steps(pending, next, sideBySide));
      if ('result' in step) {
        pending.shift();
        yield unwrap(step.result);
      } else {
        const given: IteratorResult<In> = unwrap(step.given);
        if (!given.done) pending.push(settle(work(given.value)));
        next = given.done ? null : settle(input.next());
      }
    }
  } finally {
    // Not waited for: a stream that is silent would keep us here.
    if (next !== null) void settle(input.return(undefined));
  }
}

/** What may come next: the oldest result, or another item while there is room for it. */
function steps<In, Out>(
  pending: readonly Promise<Settled<Out>>[],
  next: Promise<Settled<IteratorResult<In>>> | null,
  sideBySide: number,
): Promise<Step<In, Out>>[] {
  const [oldest] = pending;
  const possible: Promise<Step<In, Out>>[] = oldest === undefined ? [] : [oldest.then((result) => ({ result }))];
  if (next !== null && pending.length < sideBySide) possible.push(next.then((given) => ({ given })));
  return possible;
}

async function* iteratorOf<In>(items: Iterable<In> | AsyncIterable<In>): AsyncGenerator<In, undefined> {
  yield* items;
}

function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

function unwrap<T>(settled: Settled<T>): T {
  if ('error' in settled) throw settled.error;
  return settled.value;
}
