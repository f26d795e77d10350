// The country of a host by its name.
import { parse } from 'tldts';

/** National domains used worldwide. */
const soldWorldwide = new Set('ai cc co fm gg io la me nu sh su tk to tv ws'.split(' '));

/** ISO 3166 code of a national domain: 'geo.admin.ch' → CH. Empty for other domains. */
export function countryOfHost(host: string | null): readonly string[] {
  const suffix = host === null ? null : parse(host).publicSuffix;
  const top = suffix?.split('.').at(-1) ?? '';
  if (top.length !== 2 || soldWorldwide.has(top)) return top === 'gov' || top === 'mil' ? ['US'] : [];
  return [top === 'uk' ? 'GB' : top.toUpperCase()];
}
