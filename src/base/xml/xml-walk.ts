// Reads selected parts of an XML document as small trees, one at a time, so that memory is proportional to what is kept.
import type { Problem } from '../../model/problem.ts';
import { copyString } from '../text/copy-string.ts';
import { foldSpace } from '../text/text.ts';
import { readXml, type XmlElement, type XmlSource } from './xml.ts';

export { attribute as attributeOf } from './xml.ts';

/** An element with its content. Names are local, without prefixes. */
export interface XmlNode {
  readonly name: string;
  readonly namespace: string | null;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
  /** Its own text with white space collapsed, without the text of children. */
  readonly text: string;
}

/**
 * By path from the root in local names: 'Capabilities/Contents/Layer'. '*' matches any one element, a leading '**\/' any
 * depth ('**\/Layer': every Layer that isn't inside another match). The first matching rule receives the element.
 */
export type WalkRules = Readonly<Record<string, (node: XmlNode) => void>>;

/** Limits of one tree; elements beyond them are dropped and the walk continues. */
const maxNodes = 50_000;
const maxTextLength = 1_000_000;

interface OpenNode {
  readonly name: string;
  readonly namespace: string | null;
  readonly attributes: ReadonlyMap<string, string>;
  children: XmlNode[];
  text: string;
}

/** Shared by all leaves; must not be modified. */
const noChildren: XmlNode[] = [];

interface Rule {
  readonly steps: readonly string[];
  readonly anywhere: boolean;
  readonly take: (node: XmlNode) => void;
}

/** Calls the rules in document order; returns the problems of the XML. Never throws. */
export function walkXml(source: XmlSource, rules: WalkRules): readonly Problem[] {
  const compiled = Object.entries(rules).map(([path, take]) => compile(path, take));
  /** From the root to the element of the active rule, else to the innermost open element. */
  const path: string[] = [];
  const open: OpenNode[] = [];
  let taking: Rule | null = null;
  let nodes = 0;
  return readXml(source, {
    open: (element) => {
      if (taking === null) {
        path.push(element.name);
        taking = compiled.find((rule) => fits(rule, path)) ?? null;
        nodes = 0;
      }
      if (taking !== null) open.push(openNode(element));
    },
    text: (text) => {
      const node = open.at(-1);
      if (node !== undefined && node.text.length < maxTextLength) node.text += text;
    },
    close: () => {
      const done = open.pop();
      if (done === undefined) {
        path.pop();
        return;
      }
      if (done.text !== '') done.text = copyString(foldSpace(done.text));
      const parent = open.at(-1);
      if (parent !== undefined) {
        if (nodes++ < maxNodes) addChild(parent, done);
        return;
      }
      path.pop();
      const rule = taking;
      taking = null;
      rule?.take(done);
    },
  });
}

function addChild(parent: OpenNode, node: XmlNode): void {
  if (parent.children === noChildren) parent.children = [node];
  else parent.children.push(node);
}

/** First child of this name, else null. */
export function child(node: XmlNode, name: string): XmlNode | null {
  return node.children.find((one) => one.name === name) ?? null;
}

export function childrenOf(node: XmlNode, name: string): readonly XmlNode[] {
  return node.children.filter((one) => one.name === name);
}

/** Text at the end of a path of first children: textAt(node, 'Identification', 'Title'); '' if there is none. */
export function textAt(node: XmlNode, ...path: readonly string[]): string {
  let at: XmlNode | null = node;
  for (const name of path) at = at === null ? null : child(at, name);
  return at?.text ?? '';
}

/** Every descendant of this name, in document order. */
export function descendants(node: XmlNode, name: string): readonly XmlNode[] {
  const found: XmlNode[] = [];
  const collect = ({ children }: XmlNode): void => {
    for (const one of children) {
      if (one.name === name) found.push(one);
      if (one.children.length > 0) collect(one);
    }
  };
  collect(node);
  return found;
}

/** Paths are few and constant: each is split once. */
const knownSteps = new Map<string, readonly string[]>();

function compile(path: string, take: (node: XmlNode) => void): Rule {
  const anywhere = path.startsWith('**/');
  const steps = knownSteps.get(path) ?? (anywhere ? path.slice(3) : path).split('/');
  knownSteps.set(path, steps);
  return { steps, anywhere, take };
}

function fits({ steps, anywhere }: Rule, path: readonly string[]): boolean {
  const from = path.length - steps.length;
  if (from < 0 || (from > 0 && !anywhere)) return false;
  return steps.every((step, index) => step === '*' || step === path[from + index]);
}

function openNode({ name, namespace, attributes }: XmlElement): OpenNode {
  return { name, namespace, attributes, children: noChildren, text: '' };
}
