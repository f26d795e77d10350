// Well-known text of coordinate reference systems as a tree, and back.

export interface WktNode {
  /** In capitals: 'PROJCS'. */
  readonly keyword: string;
  /** In order: nodes, quoted texts with their quotes, numbers and words as written. */
  readonly members: readonly (WktNode | string)[];
}

/** Real texts nest eight deep. */
const maxDepth = 40;

const token = /\s*(?:([A-Za-z_][\w]{0,40})\s*[[(]|("(?:[^"]|"")*")|([^\s,[\]()"]+)|([\])])|(,))/y;

/** Null if the brackets aren't closed. */
export function parseWkt(text: string): WktNode | null {
  const open: { keyword: string; members: (WktNode | string)[] }[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [, keyword, quoted, word, closing] = match;
    if (keyword !== undefined) {
      if (open.length >= maxDepth) return null;
      open.push({ keyword: keyword.toUpperCase(), members: [] });
      continue;
    }
    const top = open.at(-1);
    if (top === undefined) return null;
    if (closing === undefined) {
      const member = quoted ?? word;
      if (member !== undefined) top.members.push(member);
      continue;
    }
    open.pop();
    const parent = open.at(-1);
    if (parent === undefined) return top;
    parent.members.push(top);
  }
  return null;
}

export function writeWkt({ keyword, members }: WktNode): string {
  return `${keyword}[${members.map((member) => (typeof member === 'string' ? member : writeWkt(member))).join(',')}]`;
}

/** The first node with one of these names, at any depth. */
export function findWkt(node: WktNode, keywords: readonly string[]): WktNode | null {
  if (keywords.includes(node.keyword)) return node;
  for (const member of node.members) {
    const found = typeof member === 'string' ? null : findWkt(member, keywords);
    if (found !== null) return found;
  }
  return null;
}

/** The first child with one of these names. */
export function childOf(node: WktNode, keywords: readonly string[]): WktNode | null {
  for (const member of node.members) if (typeof member !== 'string' && keywords.includes(member.keyword)) return member;
  return null;
}

/** The text or number at an index among the members that aren't nodes; '' for none. */
export function wktValue(node: WktNode, at: number): string {
  const values = node.members.filter((member): member is string => typeof member === 'string');
  return (values[at] ?? '').replace(/^"|"$/g, '');
}
