import ipaddr from 'ipaddr.js';
import { isWithin, parseAddress } from './cidr';
import type { EgressPolicy } from './policy';

/** Azure's platform services, although the address is an ordinary public one. */
const PLATFORM_ADDRESS = '168.63.129.16';
/** 2000::/3 contains all global unicast addresses (IANA); everything else is special or unassigned. */
const GLOBAL_UNICAST = { mask: 0xe000, prefix: 0x2000 };
/** Interface identifier of ISATAP (RFC 5214), which precedes an embedded IPv4 address; 0x0200 means "unique". */
const ISATAP = { uniqueBit: 0x0200, marker: 0x5efe };

/**
 * True if deliveries may be sent to an address.
 *
 * Only global unicast addresses are allowed: no private, loopback, link-local, shared (CGNAT), multicast, broadcast, reserved,
 * documentation, benchmarking or metadata address, and no IPv6 address in which an IPv4 address is embedded (mapped,
 * compatible, NAT64, 6to4, Teredo, ISATAP). The ranges are those of the IANA special-purpose
 * registries, as `ipaddr.js` has them, narrowed to 2000::/3.
 *
 * @param ip - an address; anything else is rejected, also one with a zone or in a short form.
 * @param policy - its networks take precedence; an embedded address is allowed only by an IPv6 network.
 */
export function isPublicAddress(ip: string, policy: EgressPolicy): boolean {
  const address = parseAddress(ip);
  if (address === null) return false;
  if (policy.allow.some((cidr) => isWithin(address, cidr))) return true;
  const range = address.range();
  if (range === 'loopback') return policy.allowInsecure;
  if (range !== 'unicast') return false;
  return address instanceof ipaddr.IPv6 ? isGlobal(address) : address.toString() !== PLATFORM_ADDRESS;
}

function isGlobal({ parts: [first = 0, , , , fifth = 0, sixth = 0] }: ipaddr.IPv6): boolean {
  const isIsatap = (fifth & ~ISATAP.uniqueBit) === 0 && sixth === ISATAP.marker;
  return (first & GLOBAL_UNICAST.mask) === GLOBAL_UNICAST.prefix && !isIsatap;
}
