// Explains why a response isn't a resource: access denied, an error in the body, or something else.
import { isObject, type JsonObject, numberAt, readJsonObject, stringAt } from '../base/json/json.ts';
import { foldSpace } from '../base/text/text.ts';
import { readOwsQuery } from '../base/url/ows-url.ts';
import { maskSecrets } from '../base/url/url.ts';
import { isWebUrl } from '../base/url/web-url.ts';
import { readXmlRoot } from '../base/xml/xml.ts';
import { attributeOf, textAt, walkXml } from '../base/xml/xml-walk.ts';
import type { Document } from '../model/document.ts';
import type { ProblemCode } from '../model/problem.ts';
import { isException } from './exceptions.ts';

export interface Why {
  readonly code: ProblemCode | 'not-a-resource';
  readonly message: string;
}

/** Length limit of quoted error texts. */
const maxSaidChars = 200;
/** A login form is near the start of its page. */
const loginWithin = 65_536;

export function explainFailure(document: Document): Why {
  const closed = readRefusal(document);
  if (closed !== null) return { code: 'http.restricted', message: closed };
  const said = readError(document);
  if (document.status >= 400) {
    const more = said === null ? '' : `: ${said}`;
    return { code: 'http.error-status', message: `The server responded with status ${document.status}${more}.` };
  }
  if (document.bytes.length === 0) return { code: 'not-a-resource', message: 'The response is empty.' };
  if (said !== null) return { code: 'not-a-resource', message: `The server returned an error: ${said}.` };
  const what = document.mediaType === '' ? 'a response without a type' : document.mediaType;
  return { code: 'not-a-resource', message: `The response is ${what}, but not a known geospatial resource.` };
}

/** The same for a saved document, of which only the content and possibly the URL is known. */
export function explainFailureIn(document: Document): Why {
  const code = 'not-a-resource';
  if (document.bytes.length === 0) return { code, message: 'The document is empty.' };
  const said = readError(document);
  if (said !== null) return { code, message: `The document is an error returned by a server: ${said}.` };
  const hint = isWebUrl(document.url) ? '' : ' Some kinds are recognized by their URL: add --base-url.';
  return { code, message: `The document isn't a known geospatial resource.${hint}` };
}

/** Why access is denied: authentication, or regional restrictions (edge case 15). */
export function readRefusal(document: Document): string | null {
  const { status } = document;
  if (status === 401) {
    const scheme = /^\s*([\w-]{1,20})/.exec(document.headers['www-authenticate'] ?? '')?.[1];
    return `The server requires authentication (status 401${scheme === undefined ? '' : `, ${scheme}`}).`;
  }
  // 451 is used for regional restrictions (RFC 7725).
  if (status === 403 || status === 451) return `The server refuses access with status ${status}.`;
  const error = readArcgisError(document);
  const code = error === null ? null : numberAt(error, 'code');
  // ArcGIS REST: 498 invalid token, 499 token required.
  if (error !== null && (code === 498 || code === 499 || code === 401 || code === 403)) {
    return `The server refuses access: ${short(stringAt(error, 'message'))} (${code}).`;
  }
  return isLoginPage(document) ? `The response is a login page: ${maskSecrets(document.finalUrl)}.` : null;
}

/** Many pages contain a login form: it counts if a service was requested, or after a redirect. */
function isLoginPage(document: Document): boolean {
  if (document.form !== 'html') return false;
  const wasService = readOwsQuery(document.url) !== null || /[?&]f=p?json\b/i.test(document.url);
  if (!wasService && document.redirects.length === 0) return false;
  return /<input\b[^>]{0,300}\btype\s{0,5}=\s{0,5}["']?password\b/i.test(document.text().slice(0, loginWithin));
}

/** The message of an exception report or a JSON error; null if the response is neither. */
export function readError(document: Document): string | null {
  if (document.form === 'json') return readJsonError(document);
  const root = document.form === 'xml' ? readXmlRoot(document) : null;
  if (root === null) return null;
  let said: string | null = isException(root) ? '' : null;
  let code = '';
  const take = ({ text }: { readonly text: string }) => {
    said ||= text;
  };
  walkXml(document, {
    '*/ServiceException': (node) => {
      take(node);
      code ||= attributeOf(node, 'code') ?? '';
    },
    '*/Exception': (node) => {
      if (isException(root)) take({ text: textAt(node, 'ExceptionText') });
      code ||= attributeOf(node, 'exceptionCode') ?? '';
    },
    // SOAP 1.1 and 1.2, and ArcIMS.
    'Envelope/Body/Fault': (node) => take({ text: textAt(node, 'faultstring') || textAt(node, 'Reason', 'Text') }),
    'ARCXML/RESPONSE/ERROR': take,
  });
  return said === null ? null : short(said) || short(code) || 'no reason given';
}

/**
 * ArcGIS wraps it in `error`; OGC APIs have `code` and `description` (17-069r4, 7.5.1) or problem details (RFC 9457).
 */
function readJsonError(document: Document): string | null {
  const error = readArcgisError(document);
  if (error !== null) return short(stringAt(error, 'message')) || 'no reason given';
  const json = readJsonObject(document);
  if (json === undefined) return null;
  if ((numberAt(json, 'status') ?? 0) >= 400) {
    return (
      [stringAt(json, 'title'), stringAt(json, 'detail')].map(short).filter(Boolean).join(': ') || 'no reason given'
    );
  }
  const isReport = Object.keys(json).length <= 3 && stringAt(json, 'code') !== '' && 'description' in json;
  return isReport ? short(stringAt(json, 'description')) || short(stringAt(json, 'code')) : null;
}

function readArcgisError(document: Document): JsonObject | null {
  const error = document.form === 'json' ? readJsonObject(document)?.error : undefined;
  return isObject(error) ? error : null;
}

function short(text: string): string {
  const folded = foldSpace(text).replace(/\.$/, '');
  return folded.length <= maxSaidChars ? folded : `${folded.slice(0, maxSaidChars)}…`;
}
