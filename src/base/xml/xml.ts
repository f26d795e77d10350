// A streaming, tolerant XML reader: never fetches a DTD, expands a declared entity or throws.
import type { PartialReason } from '../../model/document.ts';
import type { Problem, ProblemCode } from '../../model/problem.ts';
import { memoize } from '../memoize.ts';
import { decodeChunks } from '../text/decode-chunks.ts';
import { maxDepth, type NestingState, type XmlElement, type XmlHandler, XmlNesting } from './xml-nesting.ts';
import { XmlScanner } from './xml-scanner.ts';

export type { XmlElement, XmlHandler } from './xml-nesting.ts';

/** The part of a Document that reading needs. */
export interface XmlSource {
  readonly bytes: Uint8Array;
  readonly charset: string;
  readonly partial: PartialReason | null;
}

/** Runs the handler over a document; returns the problems of its XML. */
export function readXml(source: XmlSource, handler: XmlHandler): readonly Problem[] {
  const nesting = new XmlNesting(handler);
  const scanner = new XmlScanner(nesting);
  for (const text of decodeChunks(source.bytes, source.charset)) scanner.write(text);
  const endedInside = scanner.end();
  return xmlProblems(nesting.state(), endedInside || source.partial !== null);
}

/** The document element must start within this many bytes: enough for a long DOCTYPE, comment or stack trace before it. */
const rootWindowBytes = 262_144;

export interface XmlRoot extends XmlElement {
  /** Comments before the document element, joined. Servers identify themselves there. */
  readonly comments: string;
}

/** The document element, reading no further; null if the bytes aren't XML. Memoized, because every XML kind reads it. */
export const readXmlRoot = memoize((source: XmlSource): XmlRoot | null => {
  let root: XmlElement | null = null;
  let comments = '';
  const nesting = new XmlNesting({
    open: (element) => {
      root ??= element;
      scanner.stop();
    },
    comment: (text) => {
      if (root === null) comments += `${text}\n`;
    },
  });
  const scanner: XmlScanner = new XmlScanner(nesting);
  const head = source.bytes.subarray(0, rootWindowBytes);
  for (const text of decodeChunks(head, source.charset)) {
    scanner.write(text);
    if (root !== null) return { ...(root as XmlElement), comments };
  }
  scanner.end();
  return root === null ? null : { ...(root as XmlElement), comments };
});

/** An attribute by local name, with any prefix: 'href' finds `xlink:href`. */
export function attribute(element: Pick<XmlElement, 'attributes'>, name: string): string | null {
  const exact = element.attributes.get(name);
  if (exact !== undefined) return exact;
  for (const [key, value] of element.attributes) {
    if (key.endsWith(name) && key.charAt(key.length - name.length - 1) === ':' && !key.startsWith('xmlns'))
      return value;
  }
  return null;
}

function xmlProblems(state: NestingState, cut: boolean): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (code: ProblemCode, message: string) => problems.push({ code, message });
  if (state.hasRoot && !state.complete) {
    add('xml.truncated', 'The document ends before its first element is closed; complete elements were kept.');
  } else if (cut && state.hasRoot) add('xml.truncated', 'The document ends inside a tag, comment or section.');
  if (state.malformed)
    add('xml.malformed', 'The document is not well-formed XML and was read as far as it makes sense.');
  if (state.tooDeep) add('xml.too-deep', `Elements nested deeper than ${maxDepth} levels were not read.`);
  if (state.entityDeclared) add('xml.entity-declared', 'The document declares entities; none was expanded.');
  if (state.textOutside) add('xml.text-outside', 'There is text before or after the document itself.');
  return problems;
}
