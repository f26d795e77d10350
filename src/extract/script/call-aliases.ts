// Which library name a script's name is an alias of, for calls under another name.
import type { Evaluator } from './evaluate.ts';
import { type CallRule, ruleFor } from './map-calls.ts';
import { lastName, type Scope, type Site, type Source } from './scope.ts';
import { type Node, nodeAt, propertyName, textAt, unwrap } from './syntax.ts';
import { namesOf } from './value.ts';

/** Steps to find out which module a name refers to. */
const aliasSteps = 500;

/** `new T(…)` after `import { TileWMS as T }`, `var W = OpenLayers.Layer.WMS`, `require([...], function (W)`. */
export function aliasRule(evaluator: Evaluator, callee: Node, { scope }: Site): CallRule | null {
  for (const name of aliases(evaluator, unwrap(callee), scope, 0)) {
    const rule = ruleFor(name);
    if (rule !== null) return rule;
  }
  return null;
}

/**
 * The library names that a name of the script may refer to. Followed syntactically, step by step: folding every call of
 * a bundle would cost more than everything else.
 */
function aliases(evaluator: Evaluator, node: Node, scope: Scope, steps: number): readonly string[] {
  if (steps > 6) return [];
  if (node.type === 'MemberExpression') {
    const object = nodeAt(node, 'object');
    const name = propertyName(node);
    if (object === null || name === null) return [];
    return aliases(evaluator, unwrap(object), scope, steps + 1).map((owner) => `${owner}.${name}`);
  }
  if (node.type !== 'Identifier') return [];
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const sources = at.names.get(textAt(node, 'name'));
    if (sources !== undefined)
      return sources.slice(0, 4).flatMap((source) => sourceAliases(evaluator, source, node, steps));
  }
  return steps === 0 ? [] : [textAt(node, 'name')];
}

function sourceAliases(evaluator: Evaluator, source: Source, name: Node, steps: number): readonly string[] {
  if (source.type === 'value' && /^(?:Member|Identifier)/.test(unwrap(source.node).type))
    return aliases(evaluator, unwrap(source.node), source.scope, steps + 1).map((owner) =>
      [owner, ...source.path].join('.'),
    );
  if (source.type === 'module') return [`${source.module}#${source.name}`];
  if (source.type !== 'value' && source.type !== 'parameter') return [];
  if (!isLoader(source.type === 'value' ? unwrap(source.node) : source.scope.passedTo?.site.node)) return [];
  evaluator.begin(aliasSteps);
  return namesOf(evaluator.values(name, { scope: source.scope, frame: null }));
}

/** A call that imports modules. */
function isLoader(node: Node | undefined): boolean {
  if (node === undefined) return false;
  const callee = nodeAt(node, 'callee');
  return (
    node.type === 'ImportExpression' ||
    /^(?:require|define|requirejs|import|loadModules|then)$/.test((callee === null ? null : lastName(callee)) ?? '')
  );
}
