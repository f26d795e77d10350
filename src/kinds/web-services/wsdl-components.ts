// The texts of a web service by their position in its WSDL: the components that [ROUGH] classifies separately.
import type { WsdlReading } from './wsdl-reader.ts';

/** Names as written, concatenated. '' if the document has none. */
export interface WsdlComponents {
  readonly service: string;
  readonly portType: string;
  readonly operation: string;
  readonly message: string;
  readonly part: string;
  readonly type: string;
  readonly documentation: string;
}

/** Names of standards in the types of parts and elements: they describe the encoding, not the content. */
const builtInTypes = new Set(
  (
    'string int integer long short byte boolean float double decimal date dateTime time anyType anyURI ' +
    'base64Binary hexBinary duration unsignedInt unsignedShort unsignedLong unsignedByte QName schema'
  ).split(' '),
);

export function wsdlComponents(reading: WsdlReading): WsdlComponents {
  const { services, operations, messages, declarations } = reading;
  const parts = messages.flatMap((message) => message.parts);
  const types = [...parts.map(({ type }) => type), ...declarations.flatMap(({ name, type }) => [name, type])];
  const documented = [reading, ...services, ...operations, ...messages, ...parts, ...declarations];
  return {
    service: joined([reading.name, ...services.map(({ name }) => name)]),
    portType: joined(reading.portTypes),
    operation: joined(operations.map(({ name }) => name)),
    message: joined(messages.map(({ name }) => name)),
    part: joined(parts.map(({ name }) => name)),
    type: joined(types.filter((name) => !builtInTypes.has(name))),
    documentation: joined(documented.map(({ documentation }) => documentation)),
  };
}

/** Each once: a port type for SOAP, GET and POST repeats every name. */
function joined(names: readonly string[]): string {
  return [...new Set(names)].filter((name) => name !== '').join(' ');
}
