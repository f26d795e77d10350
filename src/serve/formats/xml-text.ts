// Writes XML elements as text, with harvested text escaped.

/** Characters not allowed in XML 1.0 (2.2): control characters, lone surrogates, noncharacters. */
const illegal =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export function escapeXml(text: string): string {
  return text
    .replace(illegal, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Children are already XML; null ones are skipped. */
export function element(name: string, attributes: Attributes, ...children: readonly (string | null)[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  const inner = children.filter((child) => child !== null).join('');
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

/** An element without attributes. */
export function node(name: string, ...children: readonly (string | null)[]): string {
  return element(name, {}, ...children);
}

/** An element around text. */
export function leaf(name: string, text: string, attributes: Attributes = {}): string {
  return element(name, attributes, escapeXml(text));
}

/** The same, or nothing without text. */
export function optionalLeaf(
  name: string,
  text: string | null | undefined,
  attributes: Attributes = {},
): string | null {
  return text ? leaf(name, text, attributes) : null;
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
