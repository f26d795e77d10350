// Copies a string out of the text it was cut from.

/** Longer strings take the way over a buffer of their own. */
const scratchChars = 1024;
/** UTF-8 takes at most three bytes for a UTF-16 unit. */
const scratch = Buffer.alloc(scratchChars * 3);

/**
 * V8 keeps a substring of 13 characters or more as a view on its parent, so one kept name holds a whole piece of the
 * document in memory. A copy made through bytes does not.
 */
export function detach(text: string): string {
  if (text.length < 13) return text;
  if (text.length > scratchChars) return Buffer.from(text, 'utf8').toString('utf8');
  return scratch.toString('utf8', 0, scratch.write(text, 0, 'utf8'));
}
