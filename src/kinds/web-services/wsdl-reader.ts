// The parts of a WSDL document, 1.1 or 2.0, kept separate: a classifier of services weighs names and texts differently.
import { copyString } from '../../base/text/copy-string.ts';
import { textOfHtml } from '../../base/text/html-text.ts';
import { attribute, readXml, type XmlElement, type XmlSource } from '../../base/xml/xml.ts';
import type { Problem } from '../../model/problem.ts';

export interface WsdlPort {
  readonly name: string;
  /** Endpoint URL as written; '' if missing. */
  readonly address: string;
}

export interface WsdlService {
  readonly name: string;
  readonly documentation: string;
  readonly ports: readonly WsdlPort[];
}

export interface WsdlOperation {
  readonly name: string;
  readonly documentation: string;
  /** Port type (2.0: interface) it belongs to; '' for an operation that only a binding names. */
  readonly portType: string;
  /** Names of messages (1.1) or of elements (2.0), without prefix. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly faults: readonly string[];
}

export interface WsdlPart {
  readonly name: string;
  /** Name of its type or element, without prefix. */
  readonly type: string;
  readonly documentation: string;
}

export interface WsdlMessage {
  readonly name: string;
  readonly documentation: string;
  readonly parts: readonly WsdlPart[];
}

/** An element, attribute, type or group that a schema in the document declares or references. */
export interface WsdlDeclaration {
  readonly name: string;
  /** Name of its type, without prefix; '' if that is defined inline, and for types themselves. */
  readonly type: string;
  readonly isType: boolean;
  /** Name of the nearest enclosing declaration; null at the top of its schema. */
  readonly within: string | null;
  readonly documentation: string;
}

export interface WsdlReading {
  /** The document's name; '' if it has none. */
  readonly name: string;
  readonly documentation: string;
  readonly services: readonly WsdlService[];
  /** Of all port types, in document order; of the bindings if the port types are in another document. */
  readonly operations: readonly WsdlOperation[];
  readonly portTypes: readonly string[];
  readonly messages: readonly WsdlMessage[];
  readonly declarations: readonly WsdlDeclaration[];
  /** Its protocols: 'SOAP 1.1', 'SOAP 1.2', 'HTTP GET' … */
  readonly protocols: readonly string[];
  /** References to further WSDL documents, as written. Those to schemas are omitted. */
  readonly imports: readonly string[];
  /** True if it has more of something than is stored. */
  readonly isCut: boolean;
  /** Problems of the XML. */
  readonly problems: readonly Problem[];
}

/** Limit per type of part. */
const maxParts = 50_000;
const maxTextLength = 100_000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };
type PartialWsdl = Mutable<Omit<WsdlReading, 'problems'>>;
/** What `documentation` can describe. */
type Documented = { documentation: string };

/** An open element: its role, and what its documentation describes. */
interface Frame {
  readonly role: string;
  readonly about: Documented | null;
  /** Name of the enclosing declaration, port type or binding. */
  readonly owner: string | null;
}

const nothing: Frame = { role: '', about: null, owner: null };

/** Never fetches, never expands an entity, never throws; reads what is complete. */
export function readWsdl(source: XmlSource): WsdlReading {
  const partial = emptyPartial();
  const bound: WsdlOperation[] = [];
  const stack: Frame[] = [];
  let text = '';
  const problems = readXml(source, {
    open: (element) => {
      const frame = openFrame({ partial, bound }, stack.at(-1) ?? null, element);
      if (frame.role === 'text') text += ' ';
      stack.push(frame);
    },
    text: (piece) => {
      if (stack.at(-1)?.role === 'text' && text.length < maxTextLength) text += piece;
    },
    close: () => {
      const closed = stack.pop();
      if (closed?.role !== 'text' || stack.at(-1)?.role === 'text') return;
      const about = closed.about;
      if (about !== null) about.documentation = copyString(`${about.documentation} ${textOfHtml(text)}`.trim());
      text = '';
    },
  });
  const operations = partial.operations.length > 0 ? partial.operations : bound;
  return { ...partial, operations, protocols: [...new Set(partial.protocols)], problems };
}

function emptyPartial(): PartialWsdl {
  return {
    name: '',
    documentation: '',
    services: [],
    operations: [],
    portTypes: [],
    messages: [],
    declarations: [],
    protocols: [],
    imports: [],
    isCut: false,
  };
}

interface OpenerContext {
  readonly partial: PartialWsdl;
  /** Operations that bindings name. */
  readonly bound: WsdlOperation[];
}

type Opener = (context: OpenerContext, element: XmlElement, parent: Frame) => Frame;

function openFrame(context: OpenerContext, parent: Frame | null, element: XmlElement): Frame {
  if (parent === null) {
    context.partial.name = nameOf(element);
    return { role: 'root', about: context.partial, owner: null };
  }
  // HTML in a documentation is part of its text.
  if (parent.role === 'text' || element.name === 'documentation') return { ...parent, role: 'text' };
  if (parent.role === 'schema') return openDeclaration(context.partial, element, parent);
  return openers[`${parent.role}/${element.name}`]?.(context, element, parent) ?? nothing;
}

const openPortType: Opener = ({ partial }, element) => {
  const name = nameOf(element);
  keep(partial, partial.portTypes, name);
  // Documentation of the port type describes the service.
  return { role: 'portType', about: partial, owner: name };
};

const openBinding: Opener = ({ partial }, element) => {
  const protocol = protocolOf2(element);
  if (protocol !== null) keep(partial, partial.protocols, protocol);
  return { role: 'binding', about: null, owner: '' };
};

const openOperation: Opener = ({ partial, bound }, element, parent) => {
  const isBound = parent.role === 'binding';
  const operation: Mutable<WsdlOperation> = {
    name: nameOf(element),
    documentation: '',
    portType: parent.owner ?? '',
    inputs: [],
    outputs: [],
    faults: [],
  };
  keep(partial, isBound ? bound : partial.operations, operation);
  return { role: isBound ? 'bound' : 'operation', about: operation, owner: null };
};

const openPort: Opener = ({ partial }, element) => {
  const service = partial.services.at(-1) as Mutable<WsdlService> | undefined;
  const port = { name: nameOf(element), address: copyString(attribute(element, 'address')?.trim() ?? '') };
  if (service !== undefined) keep(partial, service.ports, port);
  return { role: 'port', about: null, owner: null };
};

const openAddress: Opener = ({ partial }, element) => {
  const port = partial.services.at(-1)?.ports.at(-1) as Mutable<WsdlPort> | undefined;
  const location = attribute(element, 'location')?.trim() ?? '';
  if (port !== undefined && port.address === '') port.address = copyString(location);
  return nothing;
};

/** Input, output or fault: a message in 1.1, an element in 2.0 ('#none' and '#any' aren't names). */
function openExchange(side: 'inputs' | 'outputs' | 'faults'): Opener {
  return ({ partial }, element) => {
    const operation = partial.operations.at(-1) as Mutable<WsdlOperation> | undefined;
    const named = attribute(element, 'message') ?? attribute(element, 'element') ?? attribute(element, 'ref') ?? '';
    if (operation !== undefined && named !== '' && !named.startsWith('#')) keep(partial, operation[side], local(named));
    return { role: 'exchange', about: operation ?? null, owner: null };
  };
}

const openImport: Opener = ({ partial }, element) => {
  const location = attribute(element, 'location')?.trim() ?? '';
  if (location !== '') keep(partial, partial.imports, copyString(location));
  return nothing;
};

/** The role of each element, by the role of its parent. 1.1 and 2.0 share a table: their names don't collide. */
const openers: Readonly<Record<string, Opener>> = {
  'root/import': openImport,
  'root/include': openImport,
  'root/types': () => ({ role: 'types', about: null, owner: null }),
  'types/schema': () => ({ role: 'schema', about: null, owner: null }),
  'root/message': ({ partial }, element) => {
    const message = { name: nameOf(element), documentation: '', parts: [] };
    keep(partial, partial.messages, message);
    return { role: 'message', about: message, owner: null };
  },
  'message/part': ({ partial }, element) => {
    const message = partial.messages.at(-1) as Mutable<WsdlMessage> | undefined;
    const type = attribute(element, 'type') ?? attribute(element, 'element') ?? '';
    const part = { name: nameOf(element), type: local(type), documentation: '' };
    if (message !== undefined) keep(partial, message.parts, part);
    return { role: 'part', about: part, owner: null };
  },
  'root/portType': openPortType,
  'root/interface': openPortType,
  'portType/operation': openOperation,
  'operation/input': openExchange('inputs'),
  'operation/output': openExchange('outputs'),
  'operation/fault': openExchange('faults'),
  'operation/infault': openExchange('faults'),
  'operation/outfault': openExchange('faults'),
  'root/binding': openBinding,
  'binding/binding': ({ partial }, element) => {
    const protocol = protocolOf(element);
    if (protocol !== null) keep(partial, partial.protocols, protocol);
    return nothing;
  },
  'binding/operation': openOperation,
  'root/service': ({ partial }, element) => {
    const service = { name: nameOf(element), documentation: '', ports: [] };
    keep(partial, partial.services, service);
    return { role: 'service', about: service, owner: null };
  },
  'service/port': openPort,
  'service/endpoint': openPort,
  'port/address': openAddress,
};

const declaring = new Set(['element', 'attribute', 'complexType', 'simpleType', 'group', 'attributeGroup']);

/** Everything between two declarations (sequence, choice, extension, annotation …) belongs to the outer one. */
function openDeclaration(partial: PartialWsdl, element: XmlElement, parent: Frame): Frame {
  const written = attribute(element, 'name') ?? attribute(element, 'ref');
  if (!declaring.has(element.name) || written === null) return parent;
  const name = copyString(local(written));
  const declaration: Mutable<WsdlDeclaration> = {
    name,
    type: copyString(local(attribute(element, 'type') ?? '')),
    isType: element.name.endsWith('Type'),
    within: parent.owner,
    documentation: '',
  };
  keep(partial, partial.declarations, declaration);
  return { role: 'schema', about: declaration, owner: name };
}

function keep<T>(partial: PartialWsdl, list: T[], item: T): void {
  if (list.length < maxParts) list.push(item);
  else partial.isCut = true;
}

function nameOf(element: XmlElement): string {
  return copyString(attribute(element, 'name')?.trim() ?? '');
}

function local(qname: string): string {
  return qname.slice(qname.indexOf(':') + 1).trim();
}

/** WSDL 1.1, 3.3, 4.3 and W3C's binding for SOAP 1.2: the namespace of the inner binding decides. */
function protocolOf(element: XmlElement): string | null {
  const namespace = element.namespace ?? '';
  if (/\/wsdl\/soap\/?$/.test(namespace)) return 'SOAP 1.1';
  if (/\/wsdl\/soap12\/?$/.test(namespace)) return 'SOAP 1.2';
  return /\/wsdl\/http\/?$/.test(namespace) ? `HTTP ${attribute(element, 'verb') ?? ''}`.trim() : null;
}

/** WSDL 2.0 Adjuncts, 5 and 6: the type of the binding decides; SOAP is 1.2 unless declared otherwise. */
function protocolOf2(element: XmlElement): string | null {
  const type = attribute(element, 'type') ?? '';
  if (/\/wsdl\/soap$/.test(type)) return `SOAP ${attribute(element, 'version') ?? '1.2'}`;
  return /\/wsdl\/http$/.test(type) ? 'HTTP' : null;
}
