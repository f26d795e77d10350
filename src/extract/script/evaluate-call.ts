// Calls whose result can be computed: the script's own functions, and the few built-in ones that build URLs.
import { readUrl } from '../../base/url/url.ts';
import { jsonValue } from './evaluate-field.ts';
import { concatenated, type Machine } from './folder-types.ts';
import { isRequest } from './map-calls.ts';
import { locationText } from './page-location.ts';
import { lastName } from './scope.ts';
import { type Node, nodeAt, nodesAt, unwrap } from './syntax.ts';
import { hole, type SourceLocation, textValue, type Value } from './value.ts';

/** What a call passes to the function. */
interface Call {
  readonly machine: Machine;
  readonly name: string;
  /** Values of `a` in `a.name(…)`; empty for bare calls. */
  readonly object: readonly Value[];
  readonly args: readonly (readonly Value[])[];
  /** The arguments as written. */
  readonly nodes: readonly (Node | null)[];
}

/** Functions that in effect return their first argument. */
const passing = new Set(
  (
    'String Object freeze seal ref shallowRef reactive readonly shallowReactive signal observable observableArray markRaw ' +
    'useRef resolve encodeURI decodeURI decodeURIComponent encodeURIComponent toRaw unref clone cloneDeep deepClone ' +
    'structuredClone property stringify defineConfig fromJS'
  ).split(' '),
);
const merging = new Set('assign extend merge apply applyIf defaults defaultsDeep mixin defu'.split(' '));
const calling = new Set('computed useMemo useCallback memo lazy'.split(' '));
/** Methods of strings and lists that leave a URL recognizable. */
const keeping = new Set(
  'trim toString valueOf toLowerCase toUpperCase filter slice reverse sort flat values clone toJS toArray trimEnd trimStart'.split(
    ' ',
  ),
);

export function callValues(machine: Machine, node: Node, location: SourceLocation): readonly Value[] {
  const callee = unwrap(nodeAt(node, 'callee') ?? node);
  const name = lastName(callee) ?? '';
  const object = callee.type === 'MemberExpression' ? nodeAt(callee, 'object') : null;
  const nodes = nodesAt(node, 'arguments');
  const args = nodes.map((argument) => (argument === null ? [] : machine.values(argument, location)));
  const call: Call = { machine, name, args, nodes, object: object === null ? [] : machine.values(object, location) };
  if (node.type === 'NewExpression') return instanceValues(call, callee, location);
  const builtIn = object === null ? bareCall(call) : methodCall(call);
  if (builtIn !== null) return builtIn;
  const callees = machine.values(callee, location);
  const found = callees.flatMap((value) => machine.apply(value, args));
  if (found.length > 0) return found;
  // A wrapper of a framework is read by calling it: `url()`.
  if (args.length === 0) return callees.filter((value) => value.type === 'text');
  return callees.some(({ type }) => type === 'function') || isRequest(name) ? [] : passedAddresses(args);
}

/** An unknown function usually returns nearly the same URL: through a proxy, with a key added. */
function passedAddresses(args: Call['args']): readonly Value[] {
  return args.flat().filter((value) => value.type === 'text' && /^(?:https?:)?\/\/[\w[]/i.test(value.text));
}

/** Instances of the script's own classes are known by their fields only. */
function instanceValues(call: Call, callee: Node, location: SourceLocation): readonly Value[] {
  const [first = [], second = []] = call.args;
  if (call.name === 'URL') return urlValues(call.machine, first, second);
  if (call.name === 'URLSearchParams') return queryValues(call.machine, first);
  if (call.name === 'Resource' || call.name === 'String') return first;
  if (call.name === 'Map' || call.name === 'Set') return first;
  const isOwn = call.machine.values(callee, location).some(({ type }) => type === 'object' || type === 'function');
  return isOwn ? [{ type: 'name', name: 'this' }] : [];
}

function urlValues(machine: Machine, first: readonly Value[], second: readonly Value[]): readonly Value[] {
  const [base = ''] = written(machine, second);
  return written(machine, first).map((text) => {
    const isRelative = !/^[a-z]+:/i.test(text) && !text.startsWith('//');
    if (!isRelative || base === '') return textValue(text);
    return textValue(readUrl(text, base)?.href ?? text);
  });
}

function written(machine: Machine, values: readonly Value[]): string[] {
  return values.flatMap((value) => {
    if (value.type === 'text') return value.text;
    return value.type === 'name' ? (locationText(value.name, machine.pageUrl) ?? []) : [];
  });
}

/** `a=1&b=2` of an object, or of a query string. */
function queryValues(machine: Machine, values: readonly Value[]): readonly Value[] {
  return values.map((value) => {
    if (value.type === 'text') return value;
    const pairs = machine.keys(value).map((key) => {
      const [text = hole] = written(machine, machine.field(value, key));
      return `${key}=${text}`;
    });
    return textValue(pairs.join('&'));
  });
}

function bareCall({ machine, name, args }: Call): readonly Value[] | null {
  const [first = []] = args;
  if (passing.has(name)) return first;
  if (calling.has(name)) return first.flatMap((value) => machine.apply(value, []));
  if (name === 'useState' || name === 'createSignal') return [{ type: 'array', items: [first] }];
  if (name === 'require' || name === '__webpack_require__') return moduleValues(first);
  if (merging.has(name)) return mergedValues(args);
  if (/^_?_?_?assign$|^_?objectSpread2?$|^_extends$/.test(name)) return mergedValues(args);
  return null;
}

function moduleValues(values: readonly Value[]): readonly Value[] {
  return values.flatMap((value): readonly Value[] => {
    if (value.type === 'text') return [{ type: 'name', name: `${value.text}#*` }];
    return value.type === 'array' ? [{ type: 'array', items: value.items.map(moduleValues) }] : [];
  });
}

function mergedValues(args: readonly (readonly Value[])[]): readonly Value[] {
  const parts = args.flatMap((values) => values.filter(({ type }) => type !== 'text' && type !== 'name'));
  return parts.length === 0 ? [] : [{ type: 'merged', parts }];
}

function methodCall(call: Call): readonly Value[] | null {
  const { machine, name, object, args } = call;
  const [first = []] = args;
  if (name === 'import' && object.some(({ type }) => type === 'name')) return moduleValues(first);
  if (object.some(({ type }) => type === 'array' || type === 'text')) {
    const found = seriesCall(call);
    if (found !== null) return found;
  }
  if (!object.some(({ type }) => type === 'name')) return object.length === 0 ? bareCall(call) : null;
  if (name === 'parse' && namesOne(object, 'JSON')) return first.flatMap(parsedJson);
  if (name === 'keys' && namesOne(object, 'Object'))
    return first.map((value) => ({ type: 'array', items: machine.keys(value).map((key) => [textValue(key)]) }));
  if (name === 'values' && namesOne(object, 'Object'))
    return first.map((value) => ({ type: 'array', items: machine.items(value) }));
  if (name === 'entries' && namesOne(object, 'Object')) return first.map((value) => pairsOf(machine, value));
  if ((name === 'from' || name === 'of') && namesOne(object, 'Array')) return first;
  if (name === 'param') return queryValues(machine, first);
  return bareCall(call);
}

function namesOne(values: readonly Value[], name: string): boolean {
  return values.some((value) => value.type === 'name' && value.name === name);
}

function pairsOf(machine: Machine, value: Value): Value {
  return {
    type: 'array',
    items: machine
      .keys(value)
      .map((key) => [{ type: 'array', items: [[textValue(key)], machine.field(value, key)] } as const]),
  };
}

function parsedJson(value: Value): readonly Value[] {
  if (value.type !== 'text' || value.text.includes(hole)) return [];
  try {
    const parsed = jsonValue(JSON.parse(value.text));
    return parsed === null ? [] : [parsed];
  } catch (error) {
    // Not JSON, or nested too deeply: the script itself would fail too.
    if (error instanceof SyntaxError || error instanceof RangeError) return [];
    throw error;
  }
}

/** Methods of lists and strings. */
function seriesCall({ machine, name, object, args, nodes }: Call): readonly Value[] | null {
  const [first = [], second = []] = args;
  if (keeping.has(name)) return object;
  switch (name) {
    case 'join':
      return object.flatMap((value) => joined(machine, value, written(machine, first)[0] ?? ','));
    case 'concat':
      return object.flatMap((value) => concatenatedSeries(machine, value, args));
    case 'map':
      return object.flatMap((value) => mapped(machine, value, first));
    case 'replace':
    case 'replaceAll':
      return object.flatMap((value) => replaced(machine, value, fixedPattern(nodes[0]) ?? first, second));
    case 'format':
      return object.flatMap((value) => formatted(machine, value, args));
    case 'get':
      return object.flatMap((value) => entryValues(machine, value, first));
    case 'split':
      return object.flatMap((value) => splitText(value, written(machine, first)[0]));
    case 'pop':
    case 'shift':
    case 'at':
    case 'find':
      return object.flatMap((value) => machine.items(value).flat());
    default:
      return null;
  }
}

function joined(machine: Machine, value: Value, separator: string): readonly Value[] {
  if (value.type !== 'array') return [];
  const lists = value.items.flatMap((item, index) => {
    const texts = written(machine, item);
    const list = texts.length === 0 ? [hole] : texts;
    return index === 0 ? [list] : [[separator], list];
  });
  return concatenated(lists).map(textValue);
}

function concatenatedSeries(machine: Machine, value: Value, args: Call['args']): readonly Value[] {
  if (value.type === 'array') {
    const added = args.flatMap((values) => values.flatMap((item) => (item.type === 'array' ? item.items : [[item]])));
    return [{ type: 'array', items: [...value.items, ...added] }];
  }
  if (value.type !== 'text') return [];
  const lists = args.map((values) => written(machine, values)).map((texts) => (texts.length === 0 ? [hole] : texts));
  return concatenated([[value.text], ...lists]).map(textValue);
}

function mapped(machine: Machine, value: Value, callbacks: readonly Value[]): readonly Value[] {
  if (value.type !== 'array') return [];
  const items = value.items.map((item, index) =>
    callbacks.flatMap((callback) => machine.apply(callback, [item, [textValue(String(index))]])),
  );
  return [{ type: 'array', items }];
}

/** Only of one literal by another; the effect of a pattern is unknown, and seldom touches the host. */
function replaced(machine: Machine, value: Value, from: readonly Value[], to: readonly Value[]): readonly Value[] {
  if (value.type !== 'text') return [];
  const [search] = written(machine, from);
  if (search === undefined || search === '') return [value];
  const targets = written(machine, to);
  return (targets.length === 0 ? [hole] : targets).map((target) => textValue(value.text.split(search).join(target)));
}

/** `/HOST/g` replaces a literal like any other. */
function fixedPattern(node: Node | null | undefined): readonly Value[] | null {
  const { pattern } = (node?.regex ?? {}) as { pattern?: unknown };
  if (typeof pattern !== 'string') return null;
  const plain = pattern.replace(/\\([^\w\s])/g, '$1');
  return /[*+?^$()[\]|]|\.(?=[*+])/.test(pattern.replace(/\\[^\w\s]/g, '')) || /\\/.test(plain)
    ? null
    : [textValue(plain)];
}

/** `'{0}/wms'.format(host)`. */
function formatted(machine: Machine, value: Value, args: Call['args']): readonly Value[] {
  if (value.type !== 'text') return [];
  const texts = args.map((values) => written(machine, values)[0] ?? hole);
  return [textValue(value.text.replace(/\{(\d)\}/g, (_, index: string) => texts[Number(index)] ?? hole))];
}

/** `new Map([[key, value], …]).get(key)`: the value of that key, or all of them if the key is unknown. */
function entryValues(machine: Machine, value: Value, keys: readonly Value[]): readonly Value[] {
  if (value.type !== 'array') return [];
  const keyTexts = written(machine, keys);
  const pairs = value.items
    .flat()
    .flatMap((pair) => (pair.type === 'array' && pair.items.length === 2 ? [pair.items] : []));
  const picked = pairs.filter(([key = []]) => written(machine, key).some((text) => keyTexts.includes(text)));
  return (picked.length > 0 ? picked : pairs).flatMap(([, item = []]) => item);
}

function splitText(value: Value, separator: string | undefined): readonly Value[] {
  if (value.type !== 'text' || separator === undefined) return [];
  return [{ type: 'array', items: value.text.split(separator, 200).map((piece) => [textValue(piece)]) }];
}
