// What is worked out of a page once, however many links stand on it.
import type { RankedPage } from '../model/rank.ts';

/** Remembers by the page object; forgotten with it. */
export function oncePerPage<T>(workOut: (page: RankedPage) => T): (page: RankedPage) => T {
  const known = new WeakMap<RankedPage, { readonly value: T }>();
  return (page) => {
    const found = known.get(page);
    if (found !== undefined) return found.value;
    const value = workOut(page);
    known.set(page, { value });
    return value;
  };
}
