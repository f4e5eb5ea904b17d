import ipaddr from 'ipaddr.js';

/** Of an IPv6 address: what one subscriber usually has, so that changing the rest does not make a new client. */
const IPV6_PREFIX_PARTS = 4;

/** Of what a proxy gives out as an address and is none. */
const UNKNOWN_LENGTH_MAX = 64;

/**
 * What stands for a client's address: an IPv4 address itself, the /64 of an IPv6 address.
 *
 * @returns null for this machine's own addresses.
 */
export function clientNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return address.slice(0, UNKNOWN_LENGTH_MAX);
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'loopback') return null;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, IPV6_PREFIX_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
