// Path patterns of robots.txt: `*`, `$` and percent-encoding (RFC 9309, 2.2.2 and 2.2.3), matched in linear time.

export interface RobotsPattern {
  /** Literal pieces between the wildcards. */
  readonly pieces: readonly string[];
  /** True when `$` ends it. */
  readonly isAnchored: boolean;
  /** How specific it is: the length of the pattern (RFC 9309, 2.2.2). */
  readonly octets: number;
}

const percent = 0x25;

export function parsePattern(value: string): RobotsPattern {
  const isAnchored = value.endsWith('$');
  const canonical = value
    .slice(0, isAnchored ? -1 : undefined)
    .split('*')
    .reduce<{ pieces: string[]; inQuery: boolean }>(
      ({ pieces, inQuery }, piece) => {
        pieces.push(canonicalize(piece, inQuery));
        return { pieces, inQuery: inQuery || piece.includes('?') };
      },
      { pieces: [], inQuery: false },
    );
  const pieces = dropEmptyPieces(canonical.pieces);
  const literal = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { pieces, isAnchored, octets: literal + (pieces.length - 1) + (isAnchored ? 1 : 0) };
}

/** Path and query of a URL in the form patterns are compared with. */
export function canonicalPath(pathAndQuery: string): string {
  return canonicalize(pathAndQuery, false);
}

/** Each piece is searched once, leftmost first: what a wildcard skips is never searched again. */
export function matchesPattern({ pieces, isAnchored }: RobotsPattern, path: string): boolean {
  const first = pieces[0] ?? '';
  if (!path.startsWith(first)) return false;
  if (pieces.length === 1) return !isAnchored || path.length === first.length;
  let at = first.length;
  const lastIndex = pieces.length - 1;
  for (let index = 1; index < lastIndex; index++) {
    const piece = pieces[index] ?? '';
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  const last = pieces[lastIndex] ?? '';
  if (isAnchored) return path.length - last.length >= at && path.endsWith(last);
  return path.indexOf(last, at) >= 0;
}

/** `**` means the same as `*`. */
function dropEmptyPieces(pieces: readonly string[]): string[] {
  return pieces.filter((piece, index) => piece !== '' || index === 0 || index === pieces.length - 1);
}

/**
 * Encoded and bare forms of the same octet become one: visible ASCII is bare, everything else `%XX`. Where a character
 * is a delimiter, its encoded form is data and stays encoded: `%2F` and `%3F` in a path, `%26`, `%3D`, `%2B` and `%3B` in a
 * query. `%25` stays, so that nothing is decoded twice.
 */
function canonicalize(text: string, startsInQuery: boolean): string {
  if (isPlain(text)) return text;
  const bytes = Buffer.from(text, 'utf8');
  let out = '';
  let inQuery = startsInQuery;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const decoded = byte === percent ? readHex(bytes, at + 1) : -1;
    if (decoded >= 0) {
      out += isVisible(decoded) && !delimits(decoded, inQuery) ? String.fromCharCode(decoded) : encode(decoded);
      at += 2;
    } else {
      out += isVisible(byte) ? String.fromCharCode(byte) : encode(byte);
      if (byte === 0x3f) inQuery = true;
    }
  }
  return out;
}

/** Most paths are canonical already. */
function isPlain(text: string): boolean {
  return /^[!#$&-~]*$/.test(text);
}

function isVisible(byte: number): boolean {
  return byte > 0x20 && byte < 0x7f && byte !== percent;
}

function delimits(byte: number, inQuery: boolean): boolean {
  return (inQuery ? '&=+;' : '/?').includes(String.fromCharCode(byte));
}

function encode(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Value of the two hex digits at `at`, or -1. */
function readHex(bytes: Uint8Array, at: number): number {
  const high = hexValue(bytes[at] ?? 0);
  const low = hexValue(bytes[at + 1] ?? 0);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
