// Reads XML as it comes: streaming, forgiving, never fetching a DTD, never expanding a declared entity, never throwing.
import type { PartialReason } from '../../model/document.ts';
import type { Problem, ProblemCode } from '../../model/problem.ts';
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

/** Runs the handler over a document and says what was odd about its XML. */
export function readXml(source: XmlSource, handler: XmlHandler): readonly Problem[] {
  const nesting = new XmlNesting(handler);
  const scanner = new XmlScanner(nesting);
  for (const text of decodeChunks(source.bytes, source.charset)) scanner.write(text);
  const endedInside = scanner.end();
  return xmlProblems(nesting.state(), endedInside || source.partial !== null);
}

/** Bytes within which the document element must begin: room for a long DOCTYPE, comment or stack trace before it. */
const rootWindowBytes = 262_144;

export interface XmlRoot extends XmlElement {
  /** Comments before the document element, joined. Servers sign there. */
  readonly comments: string;
}

/** Every XML kind looks at the root of the same document; it is read once. */
const roots = new WeakMap<XmlSource, { readonly root: XmlRoot | null }>();

/** The document element, reading no further than it; null when these bytes are not XML. */
export function readXmlRoot(source: XmlSource): XmlRoot | null {
  const known = roots.get(source);
  if (known !== undefined) return known.root;
  const root = findXmlRoot(source);
  roots.set(source, { root });
  return root;
}

function findXmlRoot(source: XmlSource): XmlRoot | null {
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
}

/** An attribute by local name, whatever its prefix: 'href' finds `xlink:href`. */
export function attribute(element: XmlElement, name: string): string | null {
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
