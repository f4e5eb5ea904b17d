import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { parseCidrs } from './cidr';
import type { EgressPolicy } from './policy';
import { isPublicAddress } from './public-address';

const STRICT: EgressPolicy = { allowInsecure: false, allow: [] };
const isPublic = (ip: string, policy = STRICT): boolean => isPublicAddress(ip, policy);

/** Written down from the IANA registries of special-purpose addresses, not from the code or its library. */
const SPECIAL_V4 =
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 168.63.129.16/32`.split(/\s+/);
const SPECIAL_V6 =
  `::/3 ::/128 ::1/128 ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23
  2001::/32 2001:2::/48 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 4000::/2 5f00::/16 8000::/1 fc00::/7
  fd00:ec2::254/128 fe80::/10 fec0::/10 ff00::/8`.split(/\s+/);

type Parts = readonly number[];
const parsed = (text: string) => {
  const [address, bits] = ipaddr.parseCIDR(text);
  return { value: toBig(address.toByteArray()), bits, width: address.kind() === 'ipv4' ? 32 : 128 };
};
const toBig = (bytes: Parts): bigint => bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
const written = (value: bigint, width: number): string => {
  const bytes = Array.from({ length: width / 8 }, (_, n) => Number((value >> BigInt(width - 8 * (n + 1))) & 255n));
  return ipaddr.fromByteArray(bytes).toString();
};
const ends = (text: string) => {
  const { value, bits, width } = parsed(text);
  return { first: value, last: value + (1n << BigInt(width - bits)) - 1n, width };
};
const SPECIAL = [...SPECIAL_V4, ...SPECIAL_V6];
const isSpecial = (value: bigint, width: number): boolean =>
  SPECIAL.map(ends).some((range) => range.width === width && value >= range.first && value <= range.last);

describe('addresses that deliveries may reach', () => {
  it.each(SPECIAL)('are none of %s: not its ends, and not any between', (network) => {
    const { first, last, width } = ends(network);
    fc.assert(
      fc.property(fc.bigInt({ min: first, max: last }), (value) => !isPublic(written(value, width))),
      { examples: [[first], [last]], numRuns: 200 },
    );
  });

  // A range that is too wide would reject legitimate receivers.
  it.each(SPECIAL)('begin again beside %s, unless that is special too', (network) => {
    const { first, last, width } = ends(network);
    for (const value of [first - 1n, last + 1n]) {
      if (value < 0n || value >> BigInt(width) > 0n) continue;
      expect([written(value, width), isPublic(written(value, width))]).toEqual([
        written(value, width),
        !isSpecial(value, width),
      ]);
    }
  });

  it('are all others of IPv4, and all others of 2000::/3', () => {
    const v6 = ends('2000::/3');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 32n) - 1n }), (value) => {
        expect(isPublic(written(value, 32))).toBe(!isSpecial(value, 32));
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.bigInt({ min: v6.first, max: v6.last }), (value) => {
        fc.pre((value & 0xfcff_ffff_0000_0000n) !== 0x5efe_0000_0000n);
        expect(isPublic(written(value, 128))).toBe(!isSpecial(value, 128));
      }),
      { numRuns: 1_000 },
    );
    expect(['1.1.1.1', '93.184.215.14', '2606:4700::1111', '2a00:1450:4001::5'].every((ip) => isPublic(ip))).toBe(true);
  });

  // Public or not: who embeds one address in another reaches what no rule of IPv4 has checked.
  it('are none in which an IPv4 address is embedded', () => {
    const hex = (a: number, b: number) => ((a << 8) | b).toString(16);
    fc.assert(
      fc.property(fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 }))), (octets) => {
        const [a = 0, b = 0, c = 0, d = 0] = octets;
        const low = `${hex(a, b)}:${hex(c, d)}`;
        const forms = [`::ffff:${a}.${b}.${c}.${d}`, `::ffff:${low}`, `::${low}`, `::ffff:0:${low}`];
        const tunnels = [`64:ff9b::${low}`, `64:ff9b:1::${low}`, `2002:${low}::1`, `2001:0:1:2:3:4:${low}`];
        const isatap = [`2606:4700:1:2:0:5efe:${low}`, `2606:4700:1:2:200:5efe:${low}`];
        expect([...forms, ...tunnels, ...isatap].filter((ip) => isPublic(ip))).toEqual([]);
      }),
    );
  });

  it.each(['', 'localhost', '1', '2130706433', '0x7f.1', '0177.0.0.1', '1.1.1', '01.1.1.1', '1.1.1.1 ', '::1%lo'])(
    'are written in one form only: not %j',
    (text) => expect(isPublic(text)).toBe(false),
  );
  it('bear no zone', () => expect(isPublic('2606:4700::1111%eth0')).toBe(false));
});

describe('exceptions for addresses', () => {
  it('is a network of the operator, and only just that', () => {
    const policy = { allowInsecure: false, allow: parseCidrs('10.1.0.0/16 fd12::/16 127.0.0.1') };
    expect(['10.1.0.0', '10.1.255.255', 'fd12::9', '127.0.0.1'].every((ip) => isPublic(ip, policy))).toBe(true);
    const others = ['10.0.255.255', '10.2.0.0', 'fd13::', '127.0.0.2', '::1', '::ffff:10.1.0.1', '64:ff9b::a01:1'];
    expect(others.filter((ip) => isPublic(ip, policy))).toEqual([]);
  });

  it('is development, for loopback and nothing else', () => {
    const policy = { allowInsecure: true, allow: [] };
    expect(['127.0.0.1', '127.255.255.255', '::1'].every((ip) => isPublic(ip, policy))).toBe(true);
    const others = ['10.0.0.1', '169.254.169.254', '0.0.0.0', '::', '::ffff:127.0.0.1', 'fd00:ec2::254'];
    expect(others.filter((ip) => isPublic(ip, policy))).toEqual([]);
  });
});
