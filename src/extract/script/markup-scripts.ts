// Scripts in markup: script elements, code samples, elements of map components, strings of server code.
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { type Attributes, attribute, isLetter, makeAttributes, readAttributes, tagNameEnd } from '../scan/html-tag.ts';
import { hasMapWords } from './classify-script.ts';
import { readQuotedTexts } from './quoted-texts.ts';
import type { ScriptText } from './source-map.ts';

/** Elements of component libraries that show a service: `<l-wms-tile-layer>`, `<vl-source-wms>`, `<ol-source-tile-wms>`. */
const serviceElement = /wms|wmts|wfs|tile-?layer|source-(?:xyz|vector|tile|image)|arcgis|esri/;
const addressAttributes = ['url', 'base-url', 'baseurl', 'src', 'href', 'tiles', 'data', 'server-url', 'service-url'];

/** Scripts per page: an element that shows a service counts as one. */
const maxScripts = 5_000;

export function markupScripts(markup: string): readonly ScriptText[] {
  const scripts: ScriptText[] = [];
  const attributes = makeAttributes();
  let at = markup.indexOf('<');
  while (at >= 0) {
    const next = isLetter(markup.charCodeAt(at + 1))
      ? readElement(markup, at, attributes, scripts)
      : skip(markup, at, scripts);
    at = next < 0 ? -1 : markup.indexOf('<', next);
  }
  return scripts;
}

/** Comments, declarations, and the strings of server code. */
function skip(markup: string, at: number, scripts: ScriptText[]): number {
  if (markup.startsWith('<!--', at)) return after(markup, '-->', at + 4);
  if (!/^<(?:\?php|\?=|%)/.test(markup.slice(at, at + 5))) return at + 1;
  const end = after(markup, markup.charCodeAt(at + 1) === 63 ? '?>' : '%>', at);
  const code = markup.slice(at, end < 0 ? markup.length : end);
  const texts: string[] = [];
  readQuotedTexts(code, (text) => {
    if (texts.length < 1_000 && /^(?:https?:)?\/\//.test(text)) texts.push(text);
    // Server code that writes a page: `echo "<script>…"`.
    else if (scripts.length < maxScripts && /<script/i.test(text)) scripts.push(...markupScripts(text));
  });
  if (texts.length > 0) scripts.push({ text: `(${JSON.stringify(texts)})`, file: '' });
  return end;
}

function after(markup: string, mark: string, from: number): number {
  const found = markup.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}

/** Reads the element at `at`; returns where to continue, -1 at the end. */
function readElement(
  markup: string,
  at: number,
  attributes: ReturnType<typeof makeAttributes>,
  scripts: ScriptText[],
): number {
  const nameEnd = tagNameEnd(markup, at + 1);
  const name = markup.slice(at + 1, nameEnd).toLowerCase();
  const end = readAttributes(markup, nameEnd, attributes);
  if (end < 0) return -1;
  const get = (key: string) => attribute(markup, attributes, key);
  addHandlers(markup, attributes, scripts);
  if (name === 'script' || name === 'style') {
    const close = closing(markup, name, end);
    if (name === 'script') addScript(scripts, get('type') ?? '', markup.slice(end, close));
    return close;
  }
  if (name === 'pre' || name === 'textarea' || name === 'code') {
    const close = closing(markup, name, end);
    addSample(scripts, markup.slice(end, close));
    return close;
  }
  if (name.length < 60 && serviceElement.test(name)) addComponent(scripts, name, boundAttributes(markup, attributes));
  return end;
}

function closing(markup: string, name: string, from: number): number {
  const mark = new RegExp(`</${name}`, 'gi');
  mark.lastIndex = from;
  const found = mark.exec(markup);
  return found === null ? markup.length : found.index;
}

function addScript(scripts: ScriptText[], type: string, text: string): void {
  if (/json|importmap/i.test(type)) scripts.push({ text: `(${text}\n)`, file: '' });
  else if (!/template|handlebars|glsl|shader|x-tmpl|text\/html|text\/plain/i.test(type)) {
    // `<!--` and `//]]>` hid scripts from old browsers.
    scripts.push({
      text: text
        .replace(/^\s*(?:<!--[^\n]*|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
        .replace(/(?:\/\/\s*)?(?:-->|\]\]>)\s*$/, ''),
      file: '',
    });
  }
}

/** A code sample of a manual: its tags are highlighting, its entities are characters. */
function addSample(scripts: ScriptText[], content: string): void {
  const text = decodeHTML(content.replace(/<\/?[a-z][^<>]*>/gi, ''));
  if (!hasMapWords(text) || !/[;({]/.test(text)) return;
  if (/^\s*<[!a-z]/i.test(text) && /<script/i.test(text)) scripts.push(...markupScripts(text));
  else scripts.push({ text, file: '' });
}

/** `onclick="addWms('https://…')"` and the like. */
function addHandlers(markup: string, { offsets, count }: Attributes, scripts: ScriptText[]): void {
  for (let at = 0; at < count; at += 4) {
    const [start = 0, nameEnd = 0, from = 0, end = 0] = offsets.slice(at, at + 4);
    if (end - from < 20 || scripts.length >= maxScripts || !/^on[a-z]{3,20}$/i.test(markup.slice(start, nameEnd)))
      continue;
    const code = decodeHTMLAttribute(markup.slice(from, end));
    if (/\(/.test(code) && hasMapWords(code)) scripts.push({ text: code, file: '' });
  }
}

/** Attributes by name, in lower case; those of frameworks contain brackets and colons (`[url]`, `:base-url`). */
function boundAttributes(markup: string, { offsets, count }: Attributes): (key: string) => string | null {
  const values = new Map<string, string>();
  for (let at = 0; at < count; at += 4) {
    const [start = 0, nameEnd = 0, from = 0, end = 0] = offsets.slice(at, at + 4);
    values.set(markup.slice(start, nameEnd).toLowerCase(), decodeHTMLAttribute(markup.slice(from, end)));
  }
  return (key) => values.get(key) ?? null;
}

/** An element that shows a service is like a call: bound attributes (`:url="wmsUrl"`) are expressions of the script. */
function addComponent(scripts: ScriptText[], name: string, get: (key: string) => string | null): void {
  const type = /wmts/.test(name) ? 'WMTSLayer' : /wms/.test(name) ? 'WMSLayer' : 'TileLayer';
  const title = get('layers') ?? get('name') ?? '';
  const whole = get('v-bind');
  if (whole !== null && whole !== '') {
    const fields = ['url', 'baseUrl', 'tiles'].map((field) => `(${whole}).${field}`);
    scripts.push({ text: `new ${type}({ url: [${fields.join(', ')}] })`, file: '' });
  }
  for (const key of addressAttributes) {
    const written = get(key);
    const bound = get(`:${key}`) ?? get(`v-bind:${key}`) ?? get(`[${key}]`) ?? get(`bind:${key}`);
    const expression = written === null ? bound : JSON.stringify(written);
    if (expression !== null && expression !== '')
      scripts.push({ text: `new ${type}({ url: (${expression}), name: ${JSON.stringify(title)} })`, file: '' });
  }
}
