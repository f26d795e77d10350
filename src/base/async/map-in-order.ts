// Processes several items of a stream concurrently and yields the results in input order, each as soon as possible.

/** The outcome of a promise as a value, so that a failure no one awaits yet isn't an unhandled rejection. */
type Settled<T> = { readonly value: T } | { readonly error: unknown };

type Step<In, Out> = { readonly given: Settled<IteratorResult<In>> } | { readonly result: Settled<Out> };

/** Processes at most `concurrency` items at once. The first failure, of the stream or of an item, is thrown in order. */
export async function* mapInOrder<In, Out>(
  items: Iterable<In> | AsyncIterable<In>,
  work: (item: In) => Promise<Out>,
  concurrency: number,
): AsyncGenerator<Out> {
  const input = iteratorOf(items);
  const pending: Promise<Settled<Out>>[] = [];
  let next: Promise<Settled<IteratorResult<In>>> | null = settle(input.next());
  try {
    while (next !== null || pending.length > 0) {
      const step: Step<In, Out> = await Promise.race(steps(pending, next, concurrency));
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
    // Not awaited: a silent stream would never return.
    if (next !== null) void settle(input.return(undefined));
  }
}

/** Possible next steps: the oldest result, or another item while there is capacity. */
function steps<In, Out>(
  pending: readonly Promise<Settled<Out>>[],
  next: Promise<Settled<IteratorResult<In>>> | null,
  concurrency: number,
): Promise<Step<In, Out>>[] {
  const [oldest] = pending;
  const possible: Promise<Step<In, Out>>[] = oldest === undefined ? [] : [oldest.then((result) => ({ result }))];
  if (next !== null && pending.length < concurrency) possible.push(next.then((given) => ({ given })));
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
