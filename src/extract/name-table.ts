// Looks names up in place: is one of these names written here? No string is made for a tag nobody cares about.
import { equalsIgnoringCase } from './scan/html-tag.ts';

export type NameLookup = (text: string, start: number, end: number) => string | undefined;

/** `names` must be lower-case ASCII, each beginning with a letter. */
export function makeNameTable(names: readonly string[]): NameLookup {
  const byLetter: string[][] = Array.from({ length: 32 }, () => []);
  for (const name of names) byLetter[name.charCodeAt(0) & 31]?.push(name);
  return (text, start, end) => {
    for (const name of byLetter[text.charCodeAt(start) & 31] ?? []) {
      if (name.length === end - start && equalsIgnoringCase(text, start, name)) return name;
    }
    return undefined;
  };
}
