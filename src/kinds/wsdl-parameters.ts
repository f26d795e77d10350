// Names of what an operation of a WSDL takes, wherever they are written: in its message, or in the schema behind it.
import type { WsdlDeclaration, WsdlOperation, WsdlReading } from './web-services/wsdl-reader.ts';

/** Names kept of one operation. */
const maxNames = 100;

/**
 * RPC style names parameters as parts of the message; document style has one part that stands for an element, and the
 * parameters are the elements inside that (WSDL 1.1, 3.5).
 */
export function parameterNames(reading: WsdlReading): (operation: WsdlOperation) => readonly string[] {
  const messages = new Map(reading.messages.map((message) => [message.name, message]));
  const inside = groupInside(reading.declarations);
  const types = new Map<string, string>();
  for (const { name, type, within } of reading.declarations) if (within === null && type !== '') types.set(name, type);
  const membersOf = (name: string) => inside.get(name) ?? inside.get(types.get(name) ?? '') ?? [];
  return (operation) => {
    const names = new Set<string>();
    for (const input of operation.inputs) {
      const parts = messages.get(input)?.parts ?? [{ name: input, type: input }];
      for (const { name, type } of parts) {
        const members = membersOf(type);
        for (const one of members.length > 0 ? members : [name])
          if (names.size < maxNames && one !== '') names.add(one);
      }
    }
    return [...names];
  };
}

/** What stands directly inside each declaration that has a name. */
function groupInside(declarations: readonly WsdlDeclaration[]): ReadonlyMap<string, readonly string[]> {
  const inside = new Map<string, string[]>();
  for (const { name, within, isType } of declarations) {
    if (within === null || isType) continue;
    const members = inside.get(within);
    if (members === undefined) inside.set(within, [name]);
    else if (members.length < maxNames) members.push(name);
  }
  return inside;
}
