// Scripts in strings of scripts: pages for a web view, code to inject, configurations stored as JSON.

import { hasMapWords } from './classify-script.ts';
import type { Evaluator } from './evaluate.ts';
import { markupScripts } from './markup-scripts.ts';
import type { Notes, Site } from './scope.ts';
import type { ScriptText } from './source-map.ts';
import { type Node, nodeAt, nodesAt, templateText, textAt, unwrap } from './syntax.ts';
import { hole, textsOf } from './value.ts';

/** Strings analyzed per script, and their total characters: a page or two with a map, not a library of templates. */
const maxTexts = 50;
const maxLength = 500_000;
const maxPieces = 2_000;

const mapCall = /(?:tileLayer\.wms|TileWMS|ImageWMS|Layer\.WMS|WMSLayer|WebMapServiceImageryProvider)\s*\(/i;

export function innerScripts(evaluator: Evaluator, notes: Notes): readonly ScriptText[] {
  const scripts: ScriptText[] = [];
  let left = maxLength;
  let texts = 0;
  for (const site of [...notes.texts, ...notes.sums]) {
    if (texts >= maxTexts || left <= 0) break;
    if (!holdsCode(site.node)) continue;
    const text = wholeText(evaluator, site);
    const found = text.length > left ? [] : scriptsOf(text);
    if (found.length > 0) texts++;
    left -= found.length > 0 ? text.length : 0;
    scripts.push(...found);
  }
  return scripts;
}

/** Runs on every string, so it only checks literals. */
function holdsCode(node: Node): boolean {
  if (node.type === 'Literal') return isCode(textAt(node, 'value'));
  if (node.type === 'TemplateLiteral') return nodesAt(node, 'quasis').some((quasi) => isCode(templateText(quasi)));
  return piecesOf(node).some((piece) => piece.type === 'Literal' && isCode(textAt(piece, 'value')));
}

function isCode(text: string): boolean {
  if (text.length < 40) return text.includes('<script');
  return text.includes('<script') || mapCall.test(text) || (isJson(text) && hasMapWords(text));
}

function isJson(text: string): boolean {
  return /^\s*[[{]\s*(?:"|\{|\[)/.test(text.slice(0, 200));
}

function scriptsOf(text: string): readonly ScriptText[] {
  if (isJson(text)) return [{ text: `(${text}\n)`, file: '' }];
  if (/<script|<html|<body/i.test(text)) return markupScripts(text);
  return mapCall.test(text) ? [{ text, file: '' }] : [];
}

/** The text with what is known of its variable parts. Longer than folded texts may be, which are addresses. */
function wholeText(evaluator: Evaluator, { node, scope }: Site): string {
  evaluator.begin();
  const known = (part: Node) => textsOf(evaluator.values(part, { scope, frame: null }))[0] ?? hole;
  if (node.type === 'Literal') return textAt(node, 'value');
  if (node.type !== 'TemplateLiteral') return piecesOf(node).map(known).join('');
  const expressions = nodesAt(node, 'expressions');
  return nodesAt(node, 'quasis')
    .flatMap((quasi, index) => {
      const expression = expressions[index];
      return [templateText(quasi), expression == null ? '' : known(expression)];
    })
    .join('');
}

/** The operands of `a + b + c` in order. */
function piecesOf(sum: Node): Node[] {
  const pieces: Node[] = [];
  let at: Node | null = unwrap(sum);
  while (at?.type === 'BinaryExpression' && pieces.length < maxPieces) {
    const right = nodeAt(at, 'right');
    if (right !== null) pieces.push(right);
    const left: Node | null = nodeAt(at, 'left');
    at = left === null ? null : unwrap(left);
  }
  if (at !== null) pieces.push(at);
  return pieces.reverse();
}
