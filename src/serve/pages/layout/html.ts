// HTML templates: values that aren't HTML are escaped, so harvested text always stays text.
import { escapeXml } from '../../formats/xml-text.ts';

const markup = Symbol('markup');

export interface Html {
  readonly [markup]: string;
}

/** Null, undefined and false render as nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** html`<b>${title}</b>`: the literal parts are ours; values are escaped unless they are Html. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = pieces[0]!;
  for (const [n, part] of parts.entries()) text += written(part) + pieces[n + 1]!;
  return { [markup]: text };
}

export function writeHtml(part: Html): string {
  return part[markup];
}

/** JSON inside a script element, escaped so that nothing can close the element or break a line. */
export function inlineJson(data: unknown): Html {
  const text = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return { [markup]: text };
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeXml(part);
  if (typeof part === 'number') return String(part);
  return isList(part) ? part.map(written).join('') : part[markup];
}

function isList(part: Html | readonly Part[]): part is readonly Part[] {
  return Array.isArray(part);
}
