// Reads a WMS capabilities document of any version, 1.0.0 to 1.3.0, in one pass.

import { copyString } from '../../../base/text/copy-string.ts';
import { foldSpace } from '../../../base/text/text.ts';
import { attribute, readXml, type XmlElement, type XmlSource } from '../../../base/xml/xml.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Problem } from '../../../model/problem.ts';
import type { Layer } from '../../../model/resource.ts';
import type { NamedUrl } from '../ows/ows-datasets.ts';
import { layerLeaves, readKeywords, WmsLayers } from './wms-layers.ts';

export interface WmsCapabilities {
  /** Text of the Service section and its contact by element name; the first of each. */
  readonly service: ReadonlyMap<string, string>;
  readonly keywords: readonly string[];
  readonly formats: readonly string[];
  /** Names of the requests it supports. */
  readonly operations: readonly string[];
  readonly getMapUrl: string | null;
  readonly serviceUrl: string | null;
  readonly layers: readonly Layer[];
  readonly layerCount: number;
  /** Metadata, data and attribution URLs as written. */
  readonly urls: readonly NamedUrl[];
  /** Attributes of the root and comments: where servers sign. */
  readonly signature: string;
  readonly problems: readonly Problem[];
}

type Context =
  | 'root'
  | 'service'
  | 'capability'
  | 'request'
  | 'map'
  | 'layer'
  | 'style'
  | 'metadata'
  | 'data'
  | 'ignored';

/** Elements that change the meaning of their content, by context. */
const containers: Readonly<Record<Context, Readonly<Record<string, Context>>>> = {
  root: { Service: 'service', Capability: 'capability', Request: 'request', Layer: 'layer' },
  service: {},
  capability: {
    Request: 'request',
    Layer: 'layer',
    Exception: 'ignored',
    VendorSpecificCapabilities: 'ignored',
    ExtendedCapabilities: 'ignored',
    _ExtendedCapabilities: 'ignored',
    UserDefinedSymbolization: 'ignored',
  },
  request: {
    GetMap: 'map',
    Map: 'map',
    GetCapabilities: 'ignored',
    Capabilities: 'ignored',
    GetFeatureInfo: 'ignored',
  },
  map: {},
  layer: {
    Layer: 'layer',
    Style: 'style',
    MetadataURL: 'metadata',
    DataURL: 'data',
    FeatureListURL: 'data',
    Attribution: 'data',
    AuthorityURL: 'ignored',
  },
  style: { LegendURL: 'ignored', StyleSheetURL: 'ignored', StyleURL: 'ignored' },
  metadata: {},
  data: { LogoURL: 'ignored' },
  ignored: {},
};

/** As maps: in an object, an element called `valueOf` would find what every object inherits. */
const innerContexts = new Map(
  Object.entries(containers).map(([context, inner]) => [context, new Map(Object.entries(inner))]),
);

const serviceLeaves = new Set([
  ...['Name', 'Title', 'Abstract', 'Keyword', 'Keywords', 'OnlineResource', 'Fees', 'AccessConstraints'],
  ...['ContactPerson', 'ContactOrganization', 'ContactElectronicMailAddress'],
]);
const leaves: Readonly<Partial<Record<Context, ReadonlySet<string>>>> = {
  service: serviceLeaves,
  map: new Set(['Format']),
  layer: layerLeaves,
  style: new Set(['Name']),
};

/** Names as the standard spells them, by their lower-case form: for documents that are in lower case throughout. */
const properNames = new Map(
  [
    ...Object.values(containers).flatMap((inner) => Object.keys(inner)),
    ...Object.values(leaves).flatMap((names) => [...names]),
    ...['LatLonBoundingBox', 'BoundingBox', 'OnlineResource', 'Get'],
  ].map((name) => [name.toLowerCase(), name]),
);

/** Characters stored per element. Time lists are longest: 100,000 instants. */
const maxTextChars = 4_000_000;
const maxUrls = 1000;
const maxOperations = 100;

/** Control characters that aren't white space (edge case 31). */
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;

interface Frame {
  readonly context: Context;
  readonly depth: number;
}

class CapabilitiesHandler {
  readonly problems = new ProblemTally();
  readonly layers: WmsLayers;
  readonly service = new Map<string, string>();
  readonly keywords: string[] = [];
  readonly formats: string[] = [];
  readonly operations: string[] = [];
  readonly urls: NamedUrl[] = [];
  signature = '';
  getMapUrl: string | null = null;
  serviceUrl: string | null = null;
  readonly #frames: Frame[] = [{ context: 'root', depth: 0 }];
  #depth = 0;
  #leaf: XmlElement | null = null;
  #leafDepth = 0;
  #isLowerCase = false;
  #text = '';

  constructor(version: string | null) {
    this.layers = new WmsLayers(version, this.problems);
  }

  comment(text: string): void {
    if (this.signature.length < 4000) this.signature += `${text}\n`;
  }

  open(written: XmlElement): void {
    this.#depth++;
    if (this.#depth === 1) {
      this.#sign(written);
      this.#isLowerCase = written.name === written.name.toLowerCase();
    }
    const element = this.#isLowerCase ? { ...written, name: properNames.get(written.name) ?? written.name } : written;
    const context = this.#context();
    const inner = innerContexts.get(context)?.get(element.name);
    if (context === 'request') this.#addOperation(element.name);
    if (this.#leaf !== null) {
      if (this.#isInside(element, inner)) return;
      this.#endLeaf();
    }
    if (inner !== undefined) {
      this.#frames.push({ context: inner, depth: this.#depth });
      if (inner === 'layer') this.layers.open(element);
      return;
    }
    if (leaves[context]?.has(element.name)) {
      this.#leaf = element;
      this.#leafDepth = this.#depth;
      this.#text = '';
    }
    this.#attributes(context, element);
  }

  /**
   * Inside a text element, unescaped HTML belongs to the text. A sibling doesn't: then the text's end tag is missing.
   */
  #isInside(element: XmlElement, inner: Context | undefined): boolean {
    const context = this.#context();
    if (inner !== undefined || leaves[context]?.has(element.name)) return false;
    if (this.#leaf?.name === 'Format') this.#addFormat(element.name);
    this.#text += ' ';
    return true;
  }

  #context(): Context {
    return this.#frames.at(-1)?.context ?? 'ignored';
  }

  #sign(root: XmlElement): void {
    for (const [name, value] of root.attributes) this.signature += `${name}=${value}\n`;
  }

  /** Elements with all information in attributes. */
  #attributes(context: Context, element: XmlElement): void {
    if (context === 'layer') {
      if (element.name === 'LatLonBoundingBox' || element.name === 'BoundingBox') this.layers.box(element);
      return;
    }
    if (context === 'map' && (element.name === 'OnlineResource' || element.name === 'Get')) {
      this.getMapUrl ??= readUrl(attribute(element, 'href') ?? attribute(element, 'onlineResource'));
    } else if (element.name === 'OnlineResource') this.#onlineResource(context, element);
  }

  #onlineResource(context: Context, element: XmlElement): void {
    const url = readUrl(attribute(element, 'href'));
    if (url === null) return;
    if (context === 'service') this.serviceUrl ??= url;
    if (context === 'metadata') this.layers.metadataUrl(url);
    if ((context === 'metadata' || context === 'data') && this.urls.length < maxUrls) {
      this.urls.push({ url: copyString(url), label: this.layers.currentLabel() });
    }
  }

  text(text: string): void {
    if (this.#leaf !== null && this.#text.length < maxTextChars) this.#text += text;
  }

  close(): void {
    if (this.#leaf !== null && this.#depth === this.#leafDepth) this.#endLeaf();
    const frame = this.#frames.at(-1);
    if (frame?.depth === this.#depth && this.#frames.length > 1) {
      this.#frames.pop();
      if (frame.context === 'layer') this.layers.close();
    }
    this.#depth--;
  }

  #endLeaf(): void {
    const leaf = this.#leaf;
    if (leaf === null) return;
    const text = foldSpace(this.#text.replace(controls, ' '));
    this.#leaf = null;
    this.#text = '';
    const context = this.#context();
    if (context === 'layer') this.layers.leaf(leaf, text);
    else if (context === 'style') this.layers.style(text);
    else if (context === 'map') this.#addFormat(text);
    else this.#serviceLeaf(leaf.name, text);
  }

  #serviceLeaf(name: string, text: string): void {
    if (text === '') return;
    if (name === 'Keyword') this.keywords.push(copyString(text));
    else if (name === 'Keywords') this.keywords.push(...readKeywords(text).map(copyString));
    else if (name === 'OnlineResource') this.serviceUrl ??= readUrl(text);
    else if (!this.service.has(name)) this.service.set(name, copyString(text));
  }

  /** Only the elements directly below Request are operations; others are deeper. */
  #addOperation(name: string): void {
    const isDirect = this.#depth === (this.#frames.at(-1)?.depth ?? 0) + 1;
    if (isDirect && this.operations.length < maxOperations) this.operations.push(copyString(name));
  }

  #addFormat(text: string): void {
    if (text !== '' && !this.formats.includes(text)) this.formats.push(copyString(text));
  }
}

function readUrl(raw: string | null): string | null {
  const url = raw?.trim() ?? '';
  return url === '' ? null : copyString(url);
}

/** `version` is the root's: it determines the axis order. */
export function readWmsCapabilities(source: XmlSource, version: string | null): WmsCapabilities {
  const handler = new CapabilitiesHandler(version);
  const xmlProblems = readXml(source, handler);
  const layers = handler.layers.finish();
  return {
    service: handler.service,
    keywords: [...new Set(handler.keywords)].filter((word) => word !== ''),
    formats: handler.formats,
    operations: [...new Set(handler.operations)],
    getMapUrl: handler.getMapUrl,
    serviceUrl: handler.serviceUrl,
    layers,
    layerCount: handler.layers.count,
    urls: handler.urls,
    signature: handler.signature,
    problems: [...xmlProblems, ...handler.problems.list()],
  };
}
