// Which encoding a body is in: BOM > valid UTF-8 > declaration in the document > header > windows-1252.
import { isUtf8 } from 'node:buffer';

/** Declarations stand near the start: XML's in the first line, HTML's within 1024 bytes (HTML Standard, 13.2.3.2). */
const declarationWindow = 1024;

export interface CharsetDecision {
  readonly charset: string;
  /** True when header, declaration and bytes do not tell the same. */
  readonly conflict: boolean;
}

export function decideCharset(bytes: Uint8Array, headerCharset: string | null): CharsetDecision {
  const bom = readBom(bytes);
  const declared = knownLabel(readDeclaration(bytes));
  const header = knownLabel(headerCharset);
  const decided =
    bom ?? (isUtf8(bytes) ? 'utf-8' : (lossyUtf8(bytes, declared, header) ?? declared ?? header ?? 'windows-1252'));
  const conflict = [declared, header].some(
    (label) => label !== null && label !== decided && !isAsciiSubset(bytes, decided),
  );
  return { charset: decided, conflict };
}

export function decodeText(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}

function readBom(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // XML 1.0 appendix F: '<?' in two-byte units without a BOM.
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[2] === 0x3f && bytes[3] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0 && bytes[3] === 0x3f) return 'utf-16be';
  return null;
}

function readDeclaration(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, declarationWindow)).toString(
    'latin1',
  );
  const xml = /^[\s\S]{0,64}?<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']{1,40})["']/.exec(head);
  const html = xml ?? /<meta[^>]{0,300}?charset\s*=\s*["']?([^\s"'/>;]{1,40})/i.exec(head);
  return html?.[1]?.toLowerCase() ?? null;
}

/** A truncated or slightly damaged UTF-8 body fails the strict test; call it UTF-8 when someone says so and nearly all fits. */
function lossyUtf8(bytes: Uint8Array, declared: string | null, header: string | null): string | null {
  if (declared !== 'utf-8' && header !== 'utf-8') return null;
  const sample = bytes.length > 65_536 ? bytes.subarray(0, 65_536) : bytes;
  let high = 0;
  for (const byte of sample) if (byte >= 0x80) high++;
  const replaced = new TextDecoder('utf-8').decode(sample).split('\ufffd').length - 1;
  return replaced * 4 <= high ? 'utf-8' : null;
}

/** The canonical encoding name for a label TextDecoder knows, or null. UTF-16 labels without a BOM are never true. */
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

/** Pure ASCII reads the same in every encoding left here, so labels cannot conflict over it. */
function isAsciiSubset(bytes: Uint8Array, charset: string): boolean {
  if (charset.startsWith('utf-16')) return false;
  return bytes.every((byte) => byte < 0x80);
}
