// OGC Filter Encoding 1.1 → filter (04-095). Also reads what 2.0 has in common with it.
import { foldCase } from '../base/text/fold-text.ts';
import { attributeOf, child, type XmlNode } from '../base/xml/xml-walk.ts';
import type { Comparison, Filter, LikePart, Operand, SpatialRelation } from '../model/filter.ts';
import { filterError, maxFilterDepth } from './filter-error.ts';
import { geometryIn, shapesOfGml } from './gml-shapes.ts';
import { readLikePattern } from './like-match.ts';

const comparisons: Readonly<Record<string, Comparison>> = {
  PropertyIsEqualTo: '=',
  PropertyIsNotEqualTo: '<>',
  PropertyIsLessThan: '<',
  PropertyIsGreaterThan: '>',
  PropertyIsLessThanOrEqualTo: '<=',
  PropertyIsGreaterThanOrEqualTo: '>=',
};
const relations: Readonly<Record<string, SpatialRelation>> = {
  BBOX: 'intersects',
  Intersects: 'intersects',
  Within: 'within',
  Contains: 'contains',
  Disjoint: 'disjoint',
};

/** Throws `filter.syntax` or `filter.unsupported` with the path of the element. */
export function filterOfFes(node: XmlNode): Filter {
  const [only, second] = node.children;
  if (only === undefined) return { op: 'constant', value: true };
  if (second !== undefined) throw filterError('filter.syntax', 'Filter takes one condition', node.name);
  return readCondition(only, `${node.name}/${only.name}`, 0);
}

function readCondition(node: XmlNode, where: string, depth: number): Filter {
  if (depth > maxFilterDepth) throw filterError('filter.unsupported', `more than ${maxFilterDepth} levels`, where);
  const inner = () =>
    node.children.map((one, index) => readCondition(one, `${where}/${one.name}[${index + 1}]`, depth + 1));
  if (node.name === 'And' || node.name === 'Or') {
    if (node.children.length === 0) throw filterError('filter.syntax', `${node.name} is empty`, where);
    return { op: node.name === 'And' ? 'and' : 'or', filters: inner() };
  }
  if (node.name === 'Not') {
    const [filter, second] = inner();
    if (filter === undefined || second !== undefined)
      throw filterError('filter.syntax', 'Not takes one condition', where);
    return { op: 'not', filter };
  }
  const relation = relations[node.name];
  return relation === undefined ? readComparison(node, where) : readSpatial(node, relation, where);
}

function readComparison(node: XmlNode, where: string): Filter {
  const comparison = comparisons[node.name];
  if (comparison !== undefined) {
    const [left, right, third] = node.children.map((one) => readExpression(one, where));
    if (left === undefined || right === undefined || third !== undefined)
      throw filterError('filter.syntax', `${node.name} takes a property and a literal`, where);
    const matchesCase = attributeOf(node, 'matchCase') !== 'false';
    return { op: comparison, left: caseOf(left, matchesCase), right: caseOf(right, matchesCase) };
  }
  switch (node.name) {
    case 'PropertyIsNull':
      return { op: 'isNull', value: propertyOf(node, where) };
    case 'PropertyIsBetween':
      return {
        op: 'between',
        value: propertyOf(node, where),
        low: boundaryOf(node, 'LowerBoundary', where),
        high: boundaryOf(node, 'UpperBoundary', where),
      };
    case 'PropertyIsLike':
      // Catalog clients expect LIKE to ignore case; FES 1.1 has no attribute for it.
      return { op: 'like', value: { is: 'casei', of: propertyOf(node, where) }, pattern: patternOf(node, where) };
    default:
      throw filterError('filter.unsupported', `unknown operator ${node.name}`, where);
  }
}

function caseOf(operand: Operand, matchesCase: boolean): Operand {
  return matchesCase ? operand : { is: 'casei', of: operand };
}

function readSpatial(node: XmlNode, relation: SpatialRelation, where: string): Filter {
  const geometry = geometryIn(node);
  if (geometry === null) throw filterError('filter.syntax', `${node.name} has no supported geometry`, where);
  return { op: 'spatial', relation, shapes: shapesOfGml(geometry, `${where}/${geometry.name}`) };
}

function readExpression(node: XmlNode, where: string): Operand {
  if (node.name === 'PropertyName' || node.name === 'ValueReference') return { is: 'property', name: node.text };
  if (node.name === 'Literal') return { is: 'literal', value: node.text };
  throw filterError('filter.unsupported', `expected a property or a literal, not ${node.name}`, where);
}

function propertyOf(node: XmlNode, where: string): Operand {
  const name = child(node, 'PropertyName') ?? child(node, 'ValueReference');
  if (name === null || name.text === '') throw filterError('filter.syntax', `${node.name} names no property`, where);
  return { is: 'property', name: name.text };
}

function boundaryOf(node: XmlNode, name: string, where: string): Operand {
  const literal = child(child(node, name) ?? node, 'Literal');
  if (literal === null) throw filterError('filter.syntax', `${node.name} has no ${name} with a Literal`, where);
  return { is: 'literal', value: literal.text };
}

/** The client declares its wildcards: OWSLib `%`, `_` and `\`, GDAL `*`, `_` and `!`. */
function patternOf(node: XmlNode, where: string): readonly LikePart[] {
  const literal = child(node, 'Literal');
  if (literal === null) throw filterError('filter.syntax', 'PropertyIsLike has no Literal', where);
  const many = attributeOf(node, 'wildCard') ?? '%';
  const one = attributeOf(node, 'singleChar') ?? '_';
  const escapeCharacter = attributeOf(node, 'escapeChar') ?? attributeOf(node, 'escape') ?? '\\';
  return readLikePattern(foldCase(literal.text), {
    many: foldCase(many),
    one: foldCase(one),
    escape: foldCase(escapeCharacter),
  });
}
