import ipaddr from 'ipaddr.js';
import { memoized } from './memoized';

/** Groups of 16 bits of an IPv6 prefix that one subscriber usually has (/64); the other half identifies no client. */
const IPV6_PREFIX_PARTS = 4;

/** Longest text of an invalid address from a proxy that identifies a client, in characters. */
const UNKNOWN_LENGTH_MAX = 64;

/**
 * Network that identifies a client: an IPv4 address, or the /64 of an IPv6 address. The latest ones are kept, as parsing an address takes
 * longer than most of what is asked about its network.
 *
 * @returns null for loopback addresses.
 */
export const clientNetwork = memoized((address): string | null => {
  if (!ipaddr.isValid(address)) return address.slice(0, UNKNOWN_LENGTH_MAX);
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'loopback') return null;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, IPV6_PREFIX_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
});
