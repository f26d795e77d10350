// Words and characters: entities, white space, control characters. Everything here is linear and never throws.

/** HTML 4.01 chapter 24, in code point order from U+00A0; these may also be written without the semicolon. */
const latin1Names =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';

/** The rest of HTML 4.01, and the ASCII punctuation that HTML 5 can name, as "name code point". */
const otherNames =
  'OElig 338 oelig 339 Scaron 352 scaron 353 Yuml 376 fnof 402 circ 710 tilde 732 Alpha 913 Beta 914 Gamma 915 ' +
  'Delta 916 Epsilon 917 Zeta 918 Eta 919 Theta 920 Iota 921 Kappa 922 Lambda 923 Mu 924 Nu 925 Xi 926 Omicron 927 ' +
  'Pi 928 Rho 929 Sigma 931 Tau 932 Upsilon 933 Phi 934 Chi 935 Psi 936 Omega 937 alpha 945 beta 946 gamma 947 ' +
  'delta 948 epsilon 949 zeta 950 eta 951 theta 952 iota 953 kappa 954 lambda 955 mu 956 nu 957 xi 958 omicron 959 ' +
  'pi 960 rho 961 sigmaf 962 sigma 963 tau 964 upsilon 965 phi 966 chi 967 psi 968 omega 969 thetasym 977 upsih 978 ' +
  'piv 982 ensp 8194 emsp 8195 thinsp 8201 zwnj 8204 zwj 8205 lrm 8206 rlm 8207 hyphen 8208 ndash 8211 mdash 8212 ' +
  'lsquo 8216 rsquo 8217 sbquo 8218 ldquo 8220 rdquo 8221 bdquo 8222 dagger 8224 Dagger 8225 bull 8226 hellip 8230 ' +
  'permil 8240 prime 8242 Prime 8243 lsaquo 8249 rsaquo 8250 oline 8254 frasl 8260 euro 8364 image 8465 weierp 8472 ' +
  'real 8476 trade 8482 alefsym 8501 larr 8592 uarr 8593 rarr 8594 darr 8595 harr 8596 crarr 8629 lArr 8656 ' +
  'uArr 8657 rArr 8658 dArr 8659 hArr 8660 forall 8704 part 8706 exist 8707 empty 8709 nabla 8711 isin 8712 ' +
  'notin 8713 ni 8715 prod 8719 sum 8721 minus 8722 lowast 8727 radic 8730 prop 8733 infin 8734 ang 8736 and 8743 ' +
  'or 8744 cap 8745 cup 8746 int 8747 there4 8756 sim 8764 cong 8773 asymp 8776 ne 8800 equiv 8801 le 8804 ge 8805 ' +
  'sub 8834 sup 8835 nsub 8836 sube 8838 supe 8839 oplus 8853 otimes 8855 perp 8869 sdot 8901 lceil 8968 rceil 8969 ' +
  'lfloor 8970 rfloor 8971 lang 10216 rang 10217 loz 9674 spades 9824 clubs 9827 hearts 9829 diams 9830 apos 39 ' +
  'Tab 9 NewLine 10 excl 33 num 35 dollar 36 percnt 37 lpar 40 rpar 41 ast 42 plus 43 comma 44 period 46 sol 47 ' +
  'colon 58 semi 59 equals 61 quest 63 commat 64 lsqb 91 bsol 92 rsqb 93 lowbar 95 grave 96 lcub 123 verbar 124 ' +
  'vert 124 rcub 125';

const legacyEntities = new Map([
  ...latin1Names.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
  ['amp', '&'],
  ['AMP', '&'],
  ['lt', '<'],
  ['LT', '<'],
  ['gt', '>'],
  ['GT', '>'],
  ['quot', '"'],
  ['QUOT', '"'],
  ['COPY', '\u00a9'],
  ['REG', '\u00ae'],
]);
const entities = new Map(legacyEntities);
const otherFields = otherNames.split(' ');
for (let at = 0; at < otherFields.length; at += 2) {
  entities.set(otherFields[at] ?? '', String.fromCodePoint(Number(otherFields[at + 1])));
}
const longestLegacyName = 6;
const longestName = 8;

/** What &#128; to &#159; stand for: they are windows-1252 (HTML Standard, 13.2.5.80). '' = the control itself. */
const windows1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Decodes character references in running text. */
export function decodeEntities(text: string): string {
  return decode(text, false);
}

/** The same in an attribute: `?a=1&copy=2` keeps its `&copy`, as browsers do. */
export function decodeAttribute(text: string): string {
  return decode(text, true);
}

interface Reference {
  readonly value: string;
  /** Index after the reference. */
  readonly end: number;
}

function decode(text: string, inAttribute: boolean): string {
  let at = text.indexOf('&');
  if (at < 0) return text;
  let decoded = '';
  let copied = 0;
  while (at >= 0) {
    const reference = text.charCodeAt(at + 1) === 35 ? readNumeric(text, at) : readNamed(text, at, inAttribute);
    if (reference !== null) {
      decoded += text.slice(copied, at) + reference.value;
      copied = reference.end;
    }
    at = text.indexOf('&', reference?.end ?? at + 1);
  }
  return copied === 0 ? text : decoded + text.slice(copied);
}

function readNumeric(text: string, at: number): Reference | null {
  const hex = (text.charCodeAt(at + 2) | 32) === 120;
  const start = at + (hex ? 3 : 2);
  let end = start;
  let code = 0;
  for (let digit = digitAt(text, end, hex); digit >= 0; digit = digitAt(text, end, hex)) {
    code = Math.min(code * (hex ? 16 : 10) + digit, 0x110000);
    end++;
  }
  if (end === start) return null;
  if (text.charCodeAt(end) === 59) end++;
  return { value: characterFor(code), end };
}

function digitAt(text: string, at: number, hex: boolean): number {
  const code = text.charCodeAt(at);
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return hex && letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

function characterFor(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  if (code >= 0x80 && code <= 0x9f) return windows1252.charAt(code - 0x80);
  return String.fromCodePoint(code);
}

function readNamed(text: string, at: number, inAttribute: boolean): Reference | null {
  let end = at + 1;
  while (end - at <= longestName && isAlphanumeric(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) === 59) {
    const value = entities.get(text.slice(at + 1, end));
    if (value !== undefined) return { value, end: end + 1 };
  }
  for (let stop = Math.min(end, at + 1 + longestLegacyName); stop > at + 2; stop--) {
    const value = legacyEntities.get(text.slice(at + 1, stop));
    if (value === undefined) continue;
    const next = text.charCodeAt(stop);
    return inAttribute && (next === 61 || isAlphanumeric(next)) ? null : { value, end: stop };
  }
  return null;
}

function isAlphanumeric(code: number): boolean {
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || (code >= 48 && code <= 57);
}

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
