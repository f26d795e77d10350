// The three filter languages: the same filter from each of them, and no partial parses.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walkXml, type XmlNode } from '../base/xml/xml-walk.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Comparison, Filter, Operand } from '../model/filter.ts';
import { bindFilter, ownNames } from './bind-filter.ts';
import { parseCql2Json } from './cql2-json.ts';
import { parseCql2Text } from './cql2-text.ts';
import { filterOfFes } from './fes.ts';

const property = (name: string): Operand => ({ is: 'property', name });
const literal = (value: string | number | boolean): Operand => ({ is: 'literal', value });
const equal: Filter = { op: '=', left: property('title'), right: literal('a') };

function fes(xml: string): Filter {
  let filter: XmlNode | null = null;
  const text = `<ogc:Filter xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml">${xml}</ogc:Filter>`;
  walkXml({ bytes: Buffer.from(text), charset: 'utf-8', partial: null }, { Filter: (node) => (filter = node) });
  return filterOfFes(filter!);
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof GeotrawlError) return `${error.code} ${error.facts.where}`;
    throw error;
  }
  return 'no error';
}

describe('CQL2 text', () => {
  it.each<[string, Filter]>([
    ["title='a'", equal],
    ['"title" = \'a\'', equal],
    ["'a' = title", { op: '=', left: literal('a'), right: property('title') }],
    ["title = 'it''s' ", { ...equal, right: literal("it's") } as Filter],
    ["title = 'it\\'s'", { ...equal, right: literal("it's") } as Filter],
    [
      "title='a' and title = 'a' OR not (title='a')",
      {
        op: 'or',
        filters: [
          { op: 'and', filters: [equal, equal] },
          { op: 'not', filter: equal },
        ],
      },
    ],
    [
      'layerCount BETWEEN -1 AND 2.5e1',
      { op: 'between', value: property('layerCount'), low: literal(-1), high: literal(25) },
    ],
    ["kind IN ('wms', 'wfs')", { op: 'in', value: property('kind'), list: [literal('wms'), literal('wfs')] }],
    ['license IS NOT NULL', { op: 'not', filter: { op: 'isNull', value: property('license') } }],
    ['open', { op: '=', left: property('open'), right: literal(true) }],
    ['TRUE', { op: 'constant', value: true }],
    [
      "CASEI(title) NOT LIKE CASEI('%ÄB\\%_')",
      {
        op: 'not',
        filter: {
          op: 'like',
          value: { is: 'casei', of: property('title') },
          pattern: [{ wild: 'many' }, { text: 'äb%' }, { wild: 'one' }],
        },
      },
    ],
    [
      "updated > DATE('2020-05-17')",
      {
        op: '>',
        left: property('updated'),
        right: { is: 'time', fromMs: Date.UTC(2020, 4, 17), toMs: Date.UTC(2020, 4, 18) - 1 },
      },
    ],
    [
      'S_INTERSECTS(geometry, BBOX(1,2,3,4))',
      { op: 'spatial', relation: 'intersects', shapes: [{ is: 'box', extent: [1, 2, 3, 4] }] },
    ],
    [
      'S_WITHIN(POINT(1 -2), geometry)',
      { op: 'spatial', relation: 'contains', shapes: [{ is: 'point', position: [1, -2] }] },
    ],
    [
      'S_CONTAINS(geometry,POLYGON((0 0,1 0,1 1,0 0)))',
      {
        op: 'spatial',
        relation: 'contains',
        shapes: [
          {
            is: 'polygon',
            rings: [
              [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 0],
              ],
            ],
          },
        ],
      },
    ],
  ])('%s', (text, filter) => expect(parseCql2Text(text)).toEqual(filter));

  it.each([
    ['', 'filter.syntax character 1'],
    ["title = 'a", 'filter.syntax character 9'],
    ["title = 'a' OR", 'filter.syntax character 15'],
    ["title = 'a' title", 'filter.syntax character 13'],
    ['title LIKE 5', 'filter.syntax character 12'],
    ['title ~ 5', 'filter.syntax character 7'],
    ['layerCount + 1 = 2', 'filter.unsupported character 12'],
    ['S_TOUCHES(geometry, POINT(1 2))', 'filter.unsupported character 1'],
    ['S_INTERSECTS(geometry, BBOX(1,2,3))', 'filter.syntax character 28'],
    ['S_INTERSECTS(geometry, POLYGON((0 0,1 0,1 1)))', 'filter.syntax character 32'],
    ["updated > DATE('2020-02-31')", 'filter.syntax character 16'],
    [`${'('.repeat(5000)}TRUE`, 'filter.unsupported character 102'],
    [`${'NOT '.repeat(100_000)}TRUE`, 'filter.unsupported character 405'],
  ])('rejects %s', (text, code) => expect(codeOf(() => parseCql2Text(text))).toBe(code));
});

describe('FES 1.1', () => {
  it.each<[string, Filter]>([
    ['', { op: 'constant', value: true }],
    [
      '<ogc:PropertyIsEqualTo><ogc:PropertyName>title</ogc:PropertyName><ogc:Literal>a</ogc:Literal></ogc:PropertyIsEqualTo>',
      equal,
    ],
    [
      '<ogc:PropertyIsLike wildCard="*" singleChar="." escapeChar="!"><ogc:PropertyName>title</ogc:PropertyName><ogc:Literal>*A!*.</ogc:Literal></ogc:PropertyIsLike>',
      {
        op: 'like',
        value: { is: 'casei', of: property('title') },
        pattern: [{ wild: 'many' }, { text: 'a*' }, { wild: 'one' }],
      },
    ],
    [
      '<ogc:BBOX><ogc:PropertyName>ows:BoundingBox</ogc:PropertyName><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>40 -10</gml:lowerCorner><gml:upperCorner>50 0</gml:upperCorner></gml:Envelope></ogc:BBOX>',
      { op: 'spatial', relation: 'intersects', shapes: [{ is: 'box', extent: [-10, 40, 0, 50] }] },
    ],
    [
      '<ogc:Within><ogc:PropertyName>x</ogc:PropertyName><gml:Box srsName="EPSG:4326"><gml:coordinates>-10,40 0,50</gml:coordinates></gml:Box></ogc:Within>',
      { op: 'spatial', relation: 'within', shapes: [{ is: 'box', extent: [-10, 40, 0, 50] }] },
    ],
  ])('%s', (xml, filter) => expect(fes(xml)).toEqual(filter));

  it.each([
    ['<ogc:PropertyIsFunny/>', 'filter.unsupported Filter/PropertyIsFunny'],
    ['<ogc:And><ogc:Not/></ogc:And>', 'filter.syntax Filter/And/Not[1]'],
    ['<ogc:Or/>', 'filter.syntax Filter/Or'],
    [
      '<ogc:BBOX><gml:Envelope srsName="EPSG:3857"><gml:lowerCorner>1 1</gml:lowerCorner></gml:Envelope></ogc:BBOX>',
      'filter.unsupported Filter/BBOX/Envelope',
    ],
  ])('rejects %s', (xml, code) => expect(codeOf(() => fes(xml))).toBe(code));
});

describe('bindFilter', () => {
  it.each([
    ['nothing = 1', 'filter.unknown-property "nothing"'],
    ["layerCount = 'many'", 'filter.syntax "layerCount"'],
    ["updated > 'soon'", 'filter.syntax "updated"'],
    ["layerCount LIKE '1%'", 'filter.syntax "layerCount"'],
    ['title = 5', 'filter.syntax "title"'],
  ])('rejects %s', (text, code) => expect(codeOf(() => bindFilter(parseCql2Text(text), ownNames))).toBe(code));

  it('converts numbers and times from text', () => {
    expect(bindFilter(parseCql2Text("layerCount = '5'"), ownNames)).toMatchObject({ right: { value: 5 } });
    expect(bindFilter(parseCql2Text("updated >= '1970-01-01T00:00:01Z'"), ownNames)).toMatchObject({
      right: { fromMs: 1000 },
    });
  });
});

const operand = fc.oneof(
  fc.constantFrom('title', 'dc:subject', 'a b').map(property),
  fc.oneof(fc.string(), fc.integer(), fc.boolean()).map(literal),
);
const filters: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    fc.record({ op: fc.constantFrom<Comparison>('=', '<>', '<', '>='), left: operand, right: operand }),
    fc.record({ op: fc.constant('isNull' as const), value: operand }),
    fc.record({
      op: fc.constant('in' as const),
      value: operand,
      list: fc.array(operand, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ op: fc.constant('not' as const), filter: tie('filter') }),
  ),
})).filter;

function toText(filter: Filter): string {
  const of = (one: Operand) =>
    one.is === 'property'
      ? `"${one.name}"`
      : one.is === 'literal' && typeof one.value === 'string'
        ? `'${one.value.replaceAll("'", "''")}'`
        : String((one as { value: number }).value).toUpperCase();
  if ('filters' in filter) return filter.filters.map((one) => `(${toText(one)})`).join(` ${filter.op} `);
  if (filter.op === 'not') return `NOT (${toText(filter.filter)})`;
  if (filter.op === 'isNull') return `${of(filter.value)} IS NULL`;
  if (filter.op === 'in') return `${of(filter.value)} IN (${filter.list.map(of).join(',')})`;
  const { op, left, right } = filter as { op: string; left: Operand; right: Operand };
  return `${of(left)} ${op} ${of(right)}`;
}

function toJson(filter: Filter): unknown {
  const of = (one: Operand) => (one.is === 'property' ? { property: one.name } : (one as { value: unknown }).value);
  if ('filters' in filter) return { op: filter.op, args: filter.filters.map(toJson) };
  if (filter.op === 'not') return { op: 'not', args: [toJson(filter.filter)] };
  if (filter.op === 'isNull') return { op: 'isNull', args: [of(filter.value)] };
  if (filter.op === 'in') return { op: 'in', args: [of(filter.value), filter.list.map(of)] };
  const { op, left, right } = filter as { op: string; left: Operand; right: Operand };
  return { op, args: [of(left), of(right)] };
}

it('reads the same filter from text and from JSON', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      // A backslash before a quote is a second way to write the quote.
      fc.pre(!JSON.stringify(filter).includes('\\\\'));
      expect(parseCql2Text(toText(filter))).toEqual(filter);
      expect(parseCql2Json(JSON.stringify(toJson(filter)))).toEqual(filter);
    }),
  );
});

it('throws only coded errors for any input', () => {
  const pieces = fc.constantFrom(
    'title',
    '(',
    ')',
    "'",
    '"',
    'NOT',
    'AND',
    '=',
    'LIKE',
    'S_INTERSECTS(',
    'POLYGON((',
    '1 2',
    ',',
    '-',
    '\\',
    'é',
    '\u0000',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.array(pieces).map((parts) => parts.join('')),
      (text) => void codeOf(() => parseCql2Text(text)),
    ),
    { numRuns: 3000 },
  );
  fc.assert(
    fc.property(fc.json(), (text) => void codeOf(() => parseCql2Json(text))),
    { numRuns: 500 },
  );
  expect(codeOf(() => parseCql2Json('[]'))).toBe('filter.syntax $');
  expect(codeOf(() => parseCql2Json('{"op":"and","args":[true,{"op":"="}]}'))).toBe('filter.syntax $.args[1]');
});
