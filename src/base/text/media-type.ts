// Tolerant parsing of Content-Type headers.

export interface MediaType {
  /** 'text/html', lower case; '' if absent or invalid. */
  readonly essence: string;
  /** Declared charset in lower case, or null. */
  readonly charset: string | null;
}

export function readMediaType(header: string | undefined): MediaType {
  if (header === undefined) return { essence: '', charset: null };
  const semicolon = header.indexOf(';');
  const essence = (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase();
  const charset = /charset\s*=\s*["']?([^\s"';,]+)/i.exec(header)?.[1]?.toLowerCase() ?? null;
  return { essence: essence.includes('/') ? essence : '', charset };
}
