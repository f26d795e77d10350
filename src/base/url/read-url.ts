// Parses URLs and percent-escapes without throwing.

/**
 * Parses as browsers do; null for an invalid URL. Not by `URL.canParse`: in Node 20 and 22, once compiled, it reads the bytes of
 * Latin-1 strings as UTF-8, rejects http://münchen.de and accepts what the constructor rejects.
 */
export function readUrl(raw: string, base?: string): URL | null {
  try {
    return new URL(raw, base);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The decoded text; unchanged if an escape is invalid, such as a stray percent sign. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
