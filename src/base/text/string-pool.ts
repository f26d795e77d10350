// Keeps one copy of strings and lists that repeat in a document.
import { copyString } from './copy-string.ts';

/** Beyond this many, strings are only copied. */
const maxEntries = 50_000;

/** Fewer, because the key of a list is as long as all its members. */
const maxLists = 5000;

const none: readonly string[] = [];

export class StringPool {
  readonly #strings = new Map<string, string>();
  readonly #lists = new Map<string, readonly string[]>();

  /** A copy of a string that rarely repeats. */
  copy(text: string): string {
    return copyString(text);
  }

  /** The shared copy of a string that repeats. */
  shared(text: string): string {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    const copy = copyString(text);
    if (this.#strings.size < maxEntries) this.#strings.set(copy, copy);
    return copy;
  }

  /** The shared copy of a list without duplicate members. */
  list(members: readonly string[]): readonly string[] {
    if (members.length === 0) return none;
    const key = members.join('\n');
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    // A copy has no spare capacity; a list grown by push has up to 17 unused slots.
    const list = [...new Set(members)].slice();
    if (this.#lists.size < maxLists) this.#lists.set(key, list);
    return list;
  }
}
