// Relative reference → absolute URL, by string operations where they are safe and by the URL parser elsewhere.
import { webUrl } from '../../base/url/web-url.ts';

/**
 * Longer ones are traps or data (engine.md: the frontier stores 2,048; some margin for what canonicalization removes).
 */
export const maxUrlLength = 4_096;

export type Resolve = (reference: string) => string | null;

/**
 * Creates a resolver for one base. It returns null if the result isn't an http or https URL, for fragments of the same
 * page and for invalid references. Absolute URLs pass unchanged: the frontier canonicalizes them.
 */
export function makeResolver(baseUrl: string): Resolve {
  const pathStart = pathStartOf(baseUrl);
  const queryStart = firstOf(baseUrl, pathStart);
  const origin = baseUrl.slice(0, pathStart);
  const path = baseUrl.slice(pathStart, queryStart);
  const folder = `${origin}${path.slice(0, path.lastIndexOf('/') + 1) || '/'}`;
  const scheme = baseUrl.slice(0, baseUrl.indexOf(':') + 1);

  return (reference) => {
    const written = reference.trim();
    if (written === '' || written.length > maxUrlLength || written.charCodeAt(0) === 35) return null;
    if (isAbsolute(written)) return hasHost(written) ? written : webUrl(written, baseUrl);
    if (needsParser(written)) return webUrl(written, baseUrl);
    const first = written.charCodeAt(0);
    if (first === 47) {
      if (written.charCodeAt(1) !== 47) return origin + written;
      return hasHost(scheme + written) ? scheme + written : webUrl(written, baseUrl);
    }
    if (first === 63) return `${origin}${path || '/'}${written}`;
    return folder + written;
  };
}

function isAbsolute(reference: string): boolean {
  if (!reference.startsWith('http')) return false;
  return reference.startsWith('://', 4) || reference.startsWith('s://', 4);
}

/** The two slashes are followed by a character a host can start with. */
function hasHost(url: string): boolean {
  const code = url.charCodeAt(url.indexOf('//') + 2);
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || (code >= 48 && code <= 57) || code === 91 || code > 127;
}

/** Dot segments, backslashes, line breaks and schemes are left to the URL parser. */
function needsParser(reference: string): boolean {
  return /^\.\.?(?:[/?#]|$)|\/\.|[\\\t\n\r]|^[a-z][a-z0-9+.-]*:/i.test(reference);
}

/** Index after scheme and authority. */
export function pathStartOf(url: string): number {
  const authority = url.indexOf('//') + 2;
  for (let at = authority; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code === 47 || code === 63 || code === 35) return at;
  }
  return url.length;
}

function firstOf(url: string, from: number): number {
  for (let at = from; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code === 63 || code === 35) return at;
  }
  return url.length;
}
