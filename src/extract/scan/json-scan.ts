// Reports the strings of JSON, also of broken JSON and JSONP, with the path of each.

/** Called for every string value. `path` computes the property's path ("services[2].url"). */
export type JsonStringReader = (value: string, key: string, path: () => string) => void;

interface Level {
  /** Index in an array, or -1 in an object. */
  index: number;
  key: string;
}

/** Deeper levels are read but not named. */
const maxNamedDepth = 64;

/** Continues until the end or until `isDone` returns true. */
export function walkJsonStrings(json: string, read: JsonStringReader, isDone: () => boolean): void {
  const levels: Level[] = [];
  let depth = 0;
  const path = () => pathOf(levels, depth);
  const mark = /["'{}[\],]/g;
  while (!isDone() && mark.test(json)) {
    const at = mark.lastIndex - 1;
    const code = json.charCodeAt(at);
    const level = levels[Math.min(depth, maxNamedDepth) - 1];
    if (code === 123 || code === 91) {
      // Values in an array belong to the property of the array.
      if (depth < maxNamedDepth)
        levels[depth] = code === 91 ? { index: 0, key: level?.key ?? '' } : { index: -1, key: '' };
      depth++;
    } else if (code === 125 || code === 93) {
      depth = Math.max(0, depth - 1);
    } else if (code === 44) {
      if (level !== undefined && level.index >= 0 && depth <= maxNamedDepth) level.index++;
    } else if (code === 34 || opensString(json, at)) {
      const end = stringEnd(json, at);
      const value = unescapeString(json.slice(at + 1, end));
      mark.lastIndex = end + 1;
      if (isKey(json, end + 1)) {
        if (level !== undefined && depth <= maxNamedDepth) level.key = value;
      } else {
        read(value, level?.key ?? '', path);
      }
    }
  }
}

function pathOf(levels: readonly Level[], depth: number): string {
  let path = '';
  for (const level of levels.slice(0, Math.min(depth, maxNamedDepth))) {
    if (level.index >= 0) path += `[${level.index}]`;
    else path += path === '' ? level.key : `.${level.key}`;
  }
  return path;
}

/** An apostrophe opens a string only where a value or key may be: scripts write objects that way, JSON doesn't. */
function opensString(json: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && at - before < 64 && json.charCodeAt(before) <= 32) before--;
  return before >= 0 && ':[{,('.includes(json.charAt(before));
}

/** Index of the closing quote, or the end of the text. */
function stringEnd(json: string, open: number): number {
  const quote = json.charAt(open);
  let at = json.indexOf(quote, open + 1);
  while (at >= 0 && isEscaped(json, at, open)) at = json.indexOf(quote, at + 1);
  return at < 0 ? json.length : at;
}

/** An odd number of backslashes right before. */
function isEscaped(json: string, at: number, open: number): boolean {
  let slashes = at - 1;
  while (slashes > open && json.charCodeAt(slashes) === 92) slashes--;
  return (at - 1 - slashes) % 2 === 1;
}

function isKey(json: string, from: number): boolean {
  const next = /\s*:/y;
  next.lastIndex = from;
  return next.test(json);
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function unescapeString(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (_, hex: string | undefined, character: string | undefined) =>
    hex === undefined ? (escapes[character ?? ''] ?? character ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
