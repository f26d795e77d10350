// Syntactic checks on texts, names and code, before anything is folded.
import { isIgnored, isUrlText } from './service-url.ts';
import { type Node, nodeAt, nodesAt, textAt, unwrap } from './syntax.ts';

/** Absolute, and not a vocabulary, a manual or the like. */
export function isWebAddress(text: string): boolean {
  return /^(?:https?:)?\/\/[\w[]/i.test(text) && isUrlText(text) && !isIgnored(text);
}

export function isTileOrPage(url: string): boolean {
  return /\.(?:html?|png|jpe?g|gif|svg|css|js|pdf|xsd|dtd|xlsx?|csv|zip|docx?)(?:[?#]|$)/i.test(url);
}

/** `WMS_URL`, `wmsUrl`, `geoserverWms`, `wfsEndpoint`. */
export function isServiceName(name: string): boolean {
  return name.length < 60 && /(?:^|[^a-z])(?:wms|wmts|wfs|wcs|ows)|(?:Wms|Wmts|Wfs|WMS|WMTS|WFS|OWS|_wms)/.test(name);
}

export function isConfiguration(text: string): boolean {
  return /(?:config|layer|map|catalog|service|setting|source|theme|context|init)[\w./-]*\.(?:json5?|ya?ml|js|xml)(?:\?|$)/i.test(
    text,
  );
}

/** One of the operands of a sum mentions a service; the last of them are checked. */
export function holdsServiceWord(sum: Node): boolean {
  let at: Node | null = sum;
  for (let pieces = 0; at !== null && pieces < 40; pieces++) {
    const piece: Node | null = at.type === 'BinaryExpression' ? nodeAt(at, 'right') : at;
    const text = piece?.type === 'Literal' ? textAt(piece, 'value') : '';
    if (/\/(?:wms|wmts|wfs|wcs|ows|csw)|(?:Map|Feature|Image)Server|[?&]?(?:service|request)=/i.test(text)) return true;
    const left: Node | null = at.type === 'BinaryExpression' ? nodeAt(at, 'left') : null;
    at = left === null ? null : unwrap(left);
  }
  return false;
}

export function hasUrlStart(template: Node): boolean {
  const [first] = nodesAt(template, 'quasis');
  const written = (first?.value ?? {}) as { raw?: unknown };
  return /^\s*(?:https?:)?\/\/[\w[]/i.test(String(written.raw ?? ''));
}

/** A layer in one text, as in Mapea and API-CNIG: `WMS*Title*https://host/wms*name`. */
export interface StarredLayer {
  readonly kind: string;
  readonly title: string;
  readonly url: string;
}

export function starredLayer(text: string): StarredLayer | null {
  const kind = /^(WMS|WMTS|WFS)(?:_FULL)?\*/i.exec(text)?.[1]?.toLowerCase();
  if (kind === undefined || text.length > 2_000) return null;
  const parts = text.split('*');
  const at = parts.findIndex((part) => isWebAddress(part));
  return at < 1 ? null : { kind, title: at > 1 ? parts[1]! : '', url: parts[at]! };
}
