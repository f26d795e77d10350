// Words and characters: white space, control characters. Everything here is linear and never throws.

/** One space for every run of white space, none at the ends. Soft hyphens and zero-width spaces go: they split words. */
export function foldSpace(text: string): string {
  if (isFolded(text)) return text;
  // Searching for single characters is many times faster than the expression, and nearly always all there is to do.
  const broken = text.includes('\u00ad') || text.includes('\u200b') || text.includes('\u0000');
  const joined = broken ? text.replace(/[\u00ad\u200b\u0000]/g, '') : text;
  return joined.replace(/\s\s+|[^\S ]/g, ' ').trim();
}

/** Plain ASCII with single spaces inside: what most short texts are. False proves nothing. */
function isFolded(text: string): boolean {
  const { length } = text;
  if (length > 1000 || length === 0) return length === 0;
  let isAfterSpace = true;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x20 && code < 0x7f) isAfterSpace = false;
    else if (code !== 0x20 || isAfterSpace) return false;
    else isAfterSpace = true;
  }
  return !isAfterSpace;
}

/** Runs of letters, marks and digits, in lower case. */
export function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/**
 * Makes harvested text safe for a terminal or a log line: control characters (escape sequences among them) and the
 * marks that reverse the direction of text become spaces or go.
 */
export function stripControl(text: string): string {
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}
