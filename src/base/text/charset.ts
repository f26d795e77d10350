// The encoding of a body: BOM > valid UTF-8 > declaration in the document > header > windows-1252.
import { isAscii, isUtf8 } from 'node:buffer';

/** Declarations are near the start: XML's in the first line, HTML's within 1024 bytes (HTML Standard, 13.2.3.2). */
const declarationWindow = 1024;
/** XML's declaration comes first, but blank lines and stray bytes before it are common. */
const xmlDeclarationWithin = 64;

export interface CharsetDecision {
  readonly charset: string;
  /** True if header, declaration and bytes disagree. */
  readonly conflict: boolean;
}

/** With `isCut` the body may end in the middle of a character. */
export function decideCharset(bytes: Uint8Array, headerCharset: string | null, isCut = false): CharsetDecision {
  const declared = knownLabel(readDeclaration(bytes));
  const header = knownLabel(headerCharset);
  const charset =
    readBom(bytes) ??
    (isUtf8(isCut ? withoutSplitCharacter(bytes) : bytes) ? 'utf-8' : null) ??
    damagedUtf8(bytes, declared, header) ??
    // From here on the bytes aren't UTF-8, even if declared.
    [declared, header].find((label) => label !== null && label !== 'utf-8') ??
    'windows-1252';
  const disagree = (declared !== null && declared !== charset) || (header !== null && header !== charset);
  // ASCII is the same in every encoding that can be declared, so labels can't conflict.
  return { charset, conflict: disagree && !isAscii(bytes) };
}

/** The text of `bytes` without BOM. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}

function readBom(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // XML 1.0, appendix F and RFC 4627, 3: markup or JSON in two-byte units without a BOM.
  if (second === 0 && fourth === 0 && isOpening(first) && third !== 0) return 'utf-16le';
  if (first === 0 && third === 0 && isOpening(second) && fourth !== 0) return 'utf-16be';
  return null;
}

function isOpening(byte: number | undefined): boolean {
  return byte === 0x3c || byte === 0x7b || byte === 0x5b; // < { [
}

function readDeclaration(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, declarationWindow);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1');
  const xml = head.indexOf('<?xml');
  if (xml >= 0 && xml <= xmlDeclarationWithin) {
    const end = head.indexOf('?>', xml);
    const encoding = /encoding\s{0,20}=\s{0,20}["']([^"']{1,40})["']/.exec(
      head.slice(xml, end < 0 ? length : end),
    )?.[1];
    if (encoding !== undefined) return encoding;
  }
  return readMetaCharset(head);
}

/** `<meta charset=…>` and `<meta http-equiv=… content="…; charset=…">`. */
function readMetaCharset(head: string): string | null {
  const lower = head.toLowerCase();
  for (let at = lower.indexOf('<meta'); at >= 0; at = lower.indexOf('<meta', at + 5)) {
    const end = lower.indexOf('>', at);
    const tag = lower.slice(at, end < 0 ? undefined : end);
    const label = /charset\s{0,20}=\s{0,20}["']?([^\s"'/>;]{1,40})/.exec(tag)?.[1];
    if (label !== undefined) return label;
  }
  return null;
}

/** Removes an incomplete character at the end: at most three bytes. */
function withoutSplitCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
  }
  return bytes;
}

/** A slightly damaged UTF-8 body fails the strict test; it is still UTF-8 if declared and mostly valid. */
function damagedUtf8(bytes: Uint8Array, declared: string | null, header: string | null): string | null {
  if (declared !== 'utf-8' && header !== 'utf-8') return null;
  const sample = bytes.length > 65_536 ? bytes.subarray(0, 65_536) : bytes;
  let high = 0;
  for (const byte of sample) if (byte >= 0x80) high++;
  const replaced = new TextDecoder('utf-8').decode(sample).split('\ufffd').length - 1;
  return replaced * 4 <= high ? 'utf-8' : null;
}

/** The canonical encoding name for a label TextDecoder knows, or null. UTF-16 labels without a BOM are always wrong. */
function knownLabel(label: string | null): string | null {
  if (label === null) return null;
  try {
    const name = new TextDecoder(label).encoding;
    return name.startsWith('utf-16') ? null : name;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
