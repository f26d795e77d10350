// White space, control characters and words. Everything here is linear and never throws.

/** Collapses white space and trims the ends. Removes soft hyphens and zero-width spaces, which split words. */
export function foldSpace(text: string): string {
  if (isFolded(text)) return text;
  // Searching for single characters is many times faster than the expression, and nearly always sufficient.
  const broken = text.includes('\u00ad') || text.includes('\u200b') || text.includes('\u0000');
  const joined = broken ? text.replace(/[\u00ad\u200b\u0000]/g, '') : text;
  return joined.replace(/\s\s+|[^\S ]/g, ' ').trim();
}

/** Plain ASCII with single spaces inside, as most short texts are. False doesn't mean it isn't folded. */
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

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Runs of letters, marks and digits, in lower case. */
export function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/**
 * Makes harvested text safe for a terminal or a log line: removes control characters (and so escape sequences) and the marks
 * that reverse the direction of text; line breaks become spaces.
 */
export function stripControl(text: string): string {
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}
