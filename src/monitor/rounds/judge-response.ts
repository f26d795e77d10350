// Judges whether a response is what a check requested, with the reason in words.
import { arrayAt, numberAt, readJson, readJsonObject } from '../../base/json/json.ts';
import { maskSecrets } from '../../base/url/url.ts';
import { readXmlRoot } from '../../base/xml/xml.ts';
import { walkXml } from '../../base/xml/xml-walk.ts';
import type { Document } from '../../model/document.ts';
import type { CheckRequest, Expected, ResourceKind } from '../../model/kind.ts';
import type { CheckReason, Correctness, ReasonCode } from '../../model/monitoring.ts';
import { decodePicture, readPictureFormat } from './decode-image.ts';
import { lookAt } from './image-content.ts';

/**
 * `good`: as requested. `doubtful`: valid but empty; another variant may have content. `bad`: not as requested.
 * `closed`: authentication required. `gone`: removed. `busy`: requested a later retry, or wasn't reached through no
 * fault of its own.
 */
export type Grade = 'good' | 'doubtful' | 'bad' | 'closed' | 'gone' | 'busy';

export interface Judgement {
  readonly grade: Grade;
  readonly reason: CheckReason | null;
  /** Correctness checks decided by one response. */
  readonly passed: Pick<Correctness, 'status' | 'mediaType' | 'parses' | 'noException' | 'operation'>;
}

/** Readers for refusals and errors inside responses, provided by the identify stage. */
export interface ResponseReader {
  /** Null if access isn't refused. */
  refusal(document: Document): string | null;
  /** The message of an exception report or a JSON error; null if the response is neither. */
  error(document: Document): string | null;
}

type Verdict = readonly [grade: Grade, code: ReasonCode, message: string];

export function judgeResponse(
  document: Document,
  request: CheckRequest,
  kind: Pick<ResourceKind, 'forms'>,
  reader: ResponseReader,
): Judgement {
  const expects = request.expects ?? 'document';
  const said = reader.error(document);
  const verdict =
    readRefusal(document, reader) ??
    readStatus(document, said) ??
    readBody(document) ??
    (said === null ? null : (['bad', 'exception', `The response is an error: ${said}.`] as const)) ??
    judges[expects](document, kind.forms);
  const isSuccess = document.status >= 200 && document.status < 300;
  const hasBody = document.bytes.length > 0;
  const content = hasBody && isSuccess && said === null;
  return {
    grade: verdict?.[0] ?? 'good',
    reason: verdict === null ? null : { code: verdict[1], message: verdict[2] },
    passed: {
      status: verdict?.[0] === 'closed' ? null : isSuccess,
      mediaType: content ? declaresIt(document) : null,
      parses: content ? verdict === null || !unreadable.has(verdict[1]) : null,
      noException: isSuccess && hasBody ? said === null && verdict?.[1] !== 'error-picture' : null,
      operation: verdict === null ? true : verdict[0] === 'closed' ? null : false,
    },
  };
}

const unreadable: ReadonlySet<ReasonCode> = new Set(['malformed', 'broken-picture', 'cut-short', 'wrong-type']);

function readRefusal(document: Document, reader: ResponseReader): Verdict | null {
  const refusal = reader.refusal(document);
  if (refusal === null) return null;
  const isLogin = document.status !== 403 && document.status !== 451;
  return ['closed', isLogin ? 'asks-for-login' : 'forbidden', refusal];
}

function readStatus({ status, headers, finalUrl }: Document, said: string | null): Verdict | null {
  const more = said === null ? '' : `: ${said}`;
  if (status === 410) return ['gone', 'gone', 'The server says that it is gone for good (status 410).'];
  if (status === 404) return ['bad', 'not-found', `Not found (status 404)${more}.`];
  if (status === 429) return ['busy', 'overloaded', 'The server asks for fewer requests (status 429).'];
  if (status === 503) {
    const after = headers['retry-after'];
    const when = after === undefined ? '' : `, retry after ${after.slice(0, 40)}`;
    return ['bad', 'overloaded', `The server is not available (status 503${when})${more}.`];
  }
  // RFC 6585, section 6: sent by an intermediary.
  if (status === 511)
    return ['busy', 'not-asked', "This machine's network requires a login (status 511): the service was not reached."];
  if (status >= 500) return ['bad', 'server-error', `The server failed with status ${status}${more}.`];
  if (status >= 400) {
    const code = said === null ? 'status' : 'exception';
    return ['bad', code, `The server refused the request with status ${status}${more}.`];
  }
  if (status === 304) return ['bad', 'status', 'The server responded with status 304 to an unconditional request.'];
  if (status >= 300)
    return ['bad', 'redirect-astray', `The redirect (status ${status}) has no target, from ${maskSecrets(finalUrl)}.`];
  return null;
}

function readBody({ bytes, partial }: Document): Verdict | null {
  if (bytes.length === 0) return ['bad', 'empty', 'The response is empty.'];
  if (partial === 'cut') return ['bad', 'cut-short', 'The response was cut off.'];
  if (partial === 'time') return ['bad', 'too-slow', 'The response was incomplete at the time limit.'];
  return null;
}

type Judge = (document: Document, forms: ResourceKind['forms']) => Verdict | null;

const judges: Readonly<Record<Expected, Judge>> = {
  picture: (document) => judgePicture(document),
  tile: (document) => {
    if (readPictureFormat(document.bytes) === null)
      return document.form === 'binary' || document.form === 'zip' ? null : notThis(document, 'a tile');
    const verdict = judgePicture(document);
    // Most tiles of the sea are uniform.
    return verdict?.[1] === 'blank-picture' ? null : verdict;
  },
  features: judgeFeatures,
  records: (document) => judgeStructure(document, 'a list of records'),
  bytes: (document, forms) => {
    const isPage = document.form === 'html' && !forms.includes('html');
    return isPage ? notThis(document, 'the file') : null;
  },
  document: (document, forms) => {
    if (!forms.includes(document.form)) return notThis(document, 'its description');
    return judgeStructure(document, 'its description');
  },
};

function judgePicture(document: Document): Verdict | null {
  if (readPictureFormat(document.bytes) === null) return notThis(document, 'a map');
  const decoded = decodePicture(document.bytes);
  if (decoded.type === 'broken') return ['bad', 'broken-picture', `The image cannot be decoded: ${decoded.why}.`];
  if (decoded.type === 'closed') return null;
  const look = lookAt(decoded.picture);
  if (look === 'blank') return ['doubtful', 'blank-picture', 'The map is blank: one color, nothing drawn on it.'];
  if (look === 'text') return ['bad', 'error-picture', 'The map is an error message drawn as a picture.'];
  return null;
}

function judgeFeatures(document: Document): Verdict | null {
  const odd = judgeStructure(document, 'features');
  if (odd !== null) return odd;
  const count = document.form === 'json' ? countJsonFeatures(document) : countXmlFeatures(document);
  return count === 0 ? ['doubtful', 'no-content', 'The response contains no features.'] : null;
}

function countJsonFeatures(document: Document): number {
  const json = readJsonObject(document) ?? {};
  return arrayAt(json, 'features').length || (numberAt(json, 'count') ?? 0);
}

/** GML 2 and 3 have featureMember(s), WFS 2.0 member; both may nest collections. */
function countXmlFeatures(document: Document): number {
  let count = 0;
  walkXml(document, {
    '*/featureMember': () => count++,
    '*/member': () => count++,
    '*/featureMembers': ({ children }) => {
      count += children.length;
    },
  });
  const root = readXmlRoot(document);
  // Servers have custom formats; one that isn't a collection is accepted.
  if (count === 0 && root?.name !== 'FeatureCollection') return 1;
  return count;
}

function judgeStructure(document: Document, what: string): Verdict | null {
  if (document.form === 'json') {
    return readJson(document) === undefined && document.partial === null
      ? ['bad', 'malformed', `The response is invalid JSON instead of ${what}.`]
      : null;
  }
  if (document.form === 'xml') {
    return readXmlRoot(document) === null
      ? ['bad', 'malformed', `The response is invalid XML instead of ${what}.`]
      : null;
  }
  return document.form === 'html' ? notThis(document, what) : null;
}

function notThis(document: Document, what: string): Verdict {
  const type = document.mediaType === '' ? 'something without a type' : document.mediaType;
  return document.form === 'html'
    ? ['bad', 'another-service', `The response is a web page instead of ${what}.`]
    : ['bad', 'wrong-type', `The response is ${type} instead of ${what}.`];
}

/** Whether Content-Type and content agree, as far as types distinguish formats. */
function declaresIt({ mediaType, form, bytes }: Document): boolean {
  const format = readPictureFormat(bytes);
  if (format !== null) return mediaType.startsWith('image/');
  if (form === 'json') return /\bjson\b/.test(mediaType);
  if (form === 'xml') return /\b(?:xml|gml|kml|svg|rdf|wms_xml|se_xml)\b/.test(mediaType) || mediaType.endsWith('+xml');
  return form === 'html' ? mediaType.includes('html') : mediaType !== '' && mediaType !== 'text/html';
}
