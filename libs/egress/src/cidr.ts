import ipaddr from 'ipaddr.js';

/** A network: an address and the length of its prefix. */
export interface Cidr {
  /** Notation, such as `10.1.0.0/16`. */
  readonly text: string;
  readonly address: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

/** Invalid list of networks in the configuration; the message contains the invalid one and the reason. */
export class InvalidCidrError extends Error {
  override readonly name = 'InvalidCidrError';
}

/**
 * Parses networks: `10.0.0.0/8, 192.168.7.9, fd12::/16`, separated by commas or spaces. A single address is a network of
 * one address. An empty text contains none.
 *
 * @throws {InvalidCidrError} for an invalid network, one with bits set beyond its prefix, and the whole address space,
 *   which would disable every check.
 */
export function parseCidrs(text: string): Cidr[] {
  return text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseCidr);
}

/** True if the network contains the address. False for another address family, also for IPv4-mapped addresses. */
export function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, cidr: Cidr): boolean {
  return address.kind() === cidr.address.kind() && address.match(cidr.address, cidr.bits);
}

/**
 * Parses an address in the notation of resolvers and URLs; null for anything else: programs interpret short, octal and
 * hexadecimal forms of IPv4 and zones of IPv6 differently.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}

function parseCidr(text: string): Cidr {
  const [written = '', length, ...more] = text.split('/');
  const address = parseAddress(written);
  if (address === null || more.length > 0) throw new InvalidCidrError(`"${text}" is not an address or a network`);
  const bitsMax = address.kind() === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? bitsMax : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (!(bits <= bitsMax)) throw new InvalidCidrError(`"${text}" needs a prefix length from 1 to ${bitsMax}`);
  if (bits === 0) throw new InvalidCidrError(`"${text}" contains every address`);
  const first = firstOf(address, bits);
  if (first !== address.toString()) {
    throw new InvalidCidrError(`"${text}" has bits set beyond its prefix; did you mean ${first}/${bits}?`);
  }
  return { text, address, bits };
}

function firstOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const network = `${address.toString()}/${bits}`;
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return family.networkAddressFromCIDR(network).toString();
}
