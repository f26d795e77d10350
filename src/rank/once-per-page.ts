// Memoizes a computation per page, however many links the page has.
import type { RankedPage } from '../model/rank.ts';

/** Keyed by the page object and released with it. */
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
