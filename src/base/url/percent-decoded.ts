// Percent-decoding of what people and servers wrote.

/** The text with its escapes read; as it is where one of them is broken, for a stray per cent sign is no reason to fail. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
