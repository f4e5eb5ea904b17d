import { clientNetwork } from './client-network';

describe('clientNetwork', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
  ])('%s stands for %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
    expect(clientNetwork(address)).toBeNull();
  });

  // A client that makes its proxy send an invalid address must still be counted.
  it('identifies a client by an invalid address, cut to a maximum length', () => {
    expect(clientNetwork('unknown')).toBe('unknown');
    expect(clientNetwork('x'.repeat(10_000))).toHaveLength(64);
  });
});
