// Decides whether two services are the same: another URL, a mirror, or another protocol. Doubt means no.
import { compareExtents } from './extent-agreement.ts';
import { different, type Item, type Judgment, same } from './item.ts';

export function sameService(a: Item, b: Item): Judgment {
  if (isOneFile(a, b)) return same(9, 'a data server offers the same file by another protocol');
  if (a.isDemo || b.isDemo) return different('it has only sample data');
  const areData = a.server.program === 'data' || b.server.program === 'data';
  if (areData && a.server.key !== b.server.key) return different('they are different files');
  return a.kind === b.kind ? byContent(a, b) : byFaces(a, b);
}

function isOneFile(a: Item, b: Item): boolean {
  return a.server.program === 'data' && b.server.program === 'data' && a.server.key === b.server.key;
}

function byContent(a: Item, b: Item): Judgment {
  const { content } = a;
  if (content.whole === '' || content.whole !== b.content.whole) return different('they hold different layers');
  if (a.server.alias === b.server.alias) return same(9, 'the same layers under another spelling of the address');
  if (isClaimed(a, b) || isClaimed(b, a))
    return same(8, 'it gives this address as its own, with the same layers there');
  if (content.title === '') return different('neither has a title');
  const extents = compareExtents(a.extent, b.extent);
  if (extents === 'apart' || extents === 'close') return different('their extents differ');
  if (a.organization !== b.organization && a.organization !== '' && b.organization !== '')
    return different('different organizations offer them');
  if (a.server.site === b.server.site && a.server.numbers.join(' ') !== b.server.numbers.join(' '))
    return different('the numbers in their addresses differ: another edition or part');
  const isKnown = a.organization !== '' && a.organization === b.organization;
  if (content.datasets < 2 || (extents !== 'equal' && !isKnown)) return different('too little evidence of a mirror');
  if (extents === 'equal' && (isKnown || content.datasets >= 3))
    return same(6, 'title, layers and extent agree: a mirror');
  return isKnown && content.datasets >= 3
    ? same(5, 'title, layers and organization agree: a mirror')
    : different('too little evidence of a mirror');
}

function isClaimed(a: Item, b: Item): boolean {
  return a.content.claimed !== '' && a.content.claimed === b.server.alias;
}

/** The same layers by another protocol of the same server. */
function byFaces(a: Item, b: Item): Judgment {
  if (a.server.key === '' || a.server.key !== b.server.key) return different('different servers offer them');
  if (a.content.datasets === 0 || a.content.datasets !== b.content.datasets)
    return different('they hold different layers');
  const areSame =
    (a.content.names !== '' && a.content.names === b.content.names) ||
    (a.content.titles !== '' && a.content.titles === b.content.titles);
  return areSame
    ? same(7, 'the same server offers the same layers by another protocol')
    : different('they hold different layers');
}
