// Relative reference → absolute URL, by string operations where they are sure and by the URL parser where they are not.
import { webUrl } from '../../base/url/web-url.ts';

/** Longer ones are traps or data (engine.md: frontier keeps 2,048; some room for what canonicalization takes out). */
export const maxUrlLength = 4_096;

export type Resolve = (reference: string) => string | null;

/**
 * Makes a resolver for one base. It gives null for what is no http or https address, for fragments of the same page and
 * for what cannot be parsed. Absolute URLs pass untouched: making them canonical is the frontier's work.
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

/** After the two slashes stands something a host can begin with. */
function hasHost(url: string): boolean {
  const code = url.charCodeAt(url.indexOf('//') + 2);
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || (code >= 48 && code <= 57) || code === 91 || code > 127;
}

/** Dot segments, backslashes, line breaks and schemes are the URL parser's business. */
function needsParser(reference: string): boolean {
  return /^\.\.?(?:[/?#]|$)|\/\.|[\\\t\n\r]|^[a-z][a-z0-9+.-]*:/i.test(reference);
}

function pathStartOf(url: string): number {
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
