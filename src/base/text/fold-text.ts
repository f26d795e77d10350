// Text made comparable: without case, without accents.

/** CASEI of CQL2: case folding as Unicode does it for comparison. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

/** ACCENTI of CQL2: diacritics gone, letters stay. */
export function foldAccents(text: string): string {
  return isAscii(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .normalize('NFC');
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}
