// String literals of a text no parser can read, without comments: one pass, for any language.

/** Reports the content of every string in quotes that ends on its line (or anywhere, for backticks). */
export function readQuotedTexts(text: string, report: (content: string) => void): void {
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 47) at = commentEnd(text, at);
    else if (code === 34 || code === 39 || code === 96) at = readQuoted(text, at, report);
    else at++;
  }
}

function commentEnd(text: string, at: number): number {
  const next = text.charCodeAt(at + 1);
  if (next === 47) return endOr(text, text.indexOf('\n', at));
  if (next !== 42) return at + 1;
  const close = text.indexOf('*/', at + 2);
  return close < 0 ? text.length : close + 2;
}

function endOr(text: string, found: number): number {
  return found < 0 ? text.length : found;
}

/** Index to continue from: after the closing quote, or after the opening one if its line ends first. */
function readQuoted(text: string, open: number, report: (content: string) => void): number {
  const quote = text.charCodeAt(open);
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === quote) {
      report(text.slice(open + 1, at).replaceAll('\\/', '/'));
      return at + 1;
    } else if (code === 10 && quote !== 96) return at;
    // An apostrophe in prose must not swallow the strings after it.
    else if (at - open > 10_000) return at;
  }
  return text.length;
}
