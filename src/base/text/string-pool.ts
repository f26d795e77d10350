// Keeps one copy of strings and lists that repeat all over a document.
import { copyString } from './copy-string.ts';

/** Entries remembered; beyond them strings are only copied. */
const maxEntries = 50_000;

/** Lists are remembered by a key as long as all their members. */
const maxLists = 5000;

const none: readonly string[] = [];

export class StringPool {
  readonly #strings = new Map<string, string>();
  readonly #lists = new Map<string, readonly string[]>();

  /** A copy for a string that hardly repeats. */
  copy(text: string): string {
    return copyString(text);
  }

  /** The one copy of a string that repeats. */
  shared(text: string): string {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    const copy = copyString(text);
    if (this.#strings.size < maxEntries) this.#strings.set(copy, copy);
    return copy;
  }

  /** The one copy of a list, repeated members removed. */
  list(members: readonly string[]): readonly string[] {
    if (members.length === 0) return none;
    const key = members.join('\n');
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    // A copy has no spare room; a list grown by push keeps up to 17 places.
    const list = [...new Set(members)].slice();
    if (this.#lists.size < maxLists) this.#lists.set(key, list);
    return list;
  }
}
