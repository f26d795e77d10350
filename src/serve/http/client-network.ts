// The network that counts as one client in limits.
import ipaddr from 'ipaddr.js';

/** A household or server has an entire /64 of IPv6 addresses. */
export function clientNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':');
}
