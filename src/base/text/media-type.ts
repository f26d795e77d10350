// Content-Type and charset declarations, read tolerantly.

export interface MediaType {
  /** 'text/html', lower case; '' where nothing usable was given. */
  readonly essence: string;
  /** Declared charset in lower case, or null. */
  readonly charset: string | null;
}

/** Reads a Content-Type header; odd spellings give what can be made out of them. */
export function readMediaType(header: string | undefined): MediaType {
  if (header === undefined) return { essence: '', charset: null };
  const semicolon = header.indexOf(';');
  const essence = (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase();
  const charset = /charset\s*=\s*["']?([^\s"';,]+)/i.exec(header)?.[1]?.toLowerCase() ?? null;
  return { essence: essence.includes('/') ? essence : '', charset };
}
