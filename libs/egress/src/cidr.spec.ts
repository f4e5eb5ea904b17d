import { InvalidCidrError, parseCidrs } from './cidr';

describe('networks of the configuration', () => {
  it('are read by commas and blanks, an address alone as a network of one', () => {
    const networks = parseCidrs(' 10.0.0.0/8,192.168.7.9\nfd12::/16  ::1 ');
    expect(networks.map(({ address, bits }) => `${address.toString()}/${bits}`)).toEqual([
      '10.0.0.0/8',
      '192.168.7.9/32',
      'fd12::/16',
      '::1/128',
    ]);
    expect(parseCidrs(' ')).toEqual([]);
  });

  // A typo must not open another network than was meant.
  it.each([
    ['10.0.0.0/33', /length from 1 to 32/],
    ['::/129', /length from 1 to 128/],
    ['10.0.0.0/', /length/],
    ['10.0.0.0/08x', /length/],
    ['0.0.0.0/0', /every address/],
    ['::/0', /every address/],
    ['10.0.0.1/8', /did you mean 10\.0\.0\.0\/8\?/],
    ['fd12:1::/16', /did you mean fd12::\/16\?/],
    ['10/8', /not an address or a network/],
    ['0x0a000000/8', /not an address or a network/],
    ['010.0.0.0/8', /not an address or a network/],
    ['fe80::1%eth0', /not an address or a network/],
    ['10.0.0.0/8/8', /not an address or a network/],
    ['intranet', /"intranet" is not/],
  ])('rejects %s', (text, message) => {
    expect(() => parseCidrs(`127.0.0.1, ${text}`)).toThrow(InvalidCidrError);
    expect(() => parseCidrs(`127.0.0.1, ${text}`)).toThrow(message);
  });
});
