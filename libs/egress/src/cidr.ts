import ipaddr from 'ipaddr.js';

/** A network: an address and how many of its leading bits count. */
export interface Cidr {
  /** As it is written, such as `10.1.0.0/16`. */
  readonly text: string;
  readonly address: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

/** Text of a configuration that is no list of networks; the message names the faulty one and what is wrong. */
export class InvalidCidrError extends Error {
  override readonly name = 'InvalidCidrError';
}

/**
 * Networks of a configuration: `10.0.0.0/8, 192.168.7.9, fd12::/16`, by commas or blanks; an address alone is a network
 * of one. The empty text is none.
 *
 * @throws {InvalidCidrError} for what is no network, has bits set beyond its length, or is the whole address space,
 *   which would lift every check.
 */
export function parseCidrs(text: string): Cidr[] {
  return text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseCidr);
}

/** Whether the address is one of the network. Of another family it never is, IPv4-mapped or not. */
export function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, cidr: Cidr): boolean {
  return address.kind() === cidr.address.kind() && address.match(cidr.address, cidr.bits);
}

/**
 * An address as a resolver or a URL writes it; null for anything else: short, octal and hexadecimal forms of IPv4, and
 * zones of IPv6, mean different things to different programs.
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
  if (!(bits <= bitsMax)) throw new InvalidCidrError(`"${text}" needs a length from 1 to ${bitsMax} behind its slash`);
  if (bits === 0) throw new InvalidCidrError(`"${text}" is every address there is`);
  const first = firstOf(address, bits);
  if (first !== address.toString()) {
    throw new InvalidCidrError(`"${text}" has bits set beyond its length: is it ${first}/${bits}?`);
  }
  return { text, address, bits };
}

function firstOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const network = `${address.toString()}/${bits}`;
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return family.networkAddressFromCIDR(network).toString();
}
