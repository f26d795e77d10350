// The country a host is in, as far as its name tells.
import { parse } from 'tldts';

/** Sold to everybody, whatever country they were meant for. */
const soldEverywhere = new Set('ai cc co fm gg io la me nu sh su tk to tv ws'.split(' '));

/** ISO 3166 code of a national domain: 'geo.admin.ch' → CH. Other names tell nothing. */
export function countryOfHost(host: string | null): readonly string[] {
  const suffix = host === null ? null : parse(host).publicSuffix;
  const top = suffix?.split('.').at(-1) ?? '';
  if (top.length !== 2 || soldEverywhere.has(top)) return top === 'gov' || top === 'mil' ? ['US'] : [];
  return [top === 'uk' ? 'GB' : top.toUpperCase()];
}
