import { readAllowed, readDnsServers } from './policy';

const read = <T>(reader: (variable: { name: string; text: string }, faults: string[]) => T, text: string) => {
  const faults: string[] = [];
  return { value: reader({ name: 'ITS_NAME', text }, faults), faults };
};

describe('readAllowed', () => {
  it('takes networks as a list, which may be empty', () => {
    const { value, faults } = read(readAllowed, '10.1.0.0/16, ::1');
    expect([value.map(({ text }) => text), faults]).toEqual([['10.1.0.0/16', '::1'], []]);
    expect(read(readAllowed, '')).toEqual({ value: [], faults: [] });
  });

  it.each(['0.0.0.0/0', 'internal.example.com'])('allows nothing by %s, and names the variable', (text) => {
    const fault = /^ITS_NAME must be addresses and networks, separated by commas: "/;
    expect(read(readAllowed, `10.1.0.0/16,${text}`)).toEqual({ value: [], faults: [expect.stringMatching(fault)] });
  });
});

describe('readDnsServers', () => {
  it("takes name servers as a list, and the system's without one", () => {
    expect(read(readDnsServers, '127.0.0.1:5353,[::1]:53')).toEqual({
      value: ['127.0.0.1:5353', '[::1]:53'],
      faults: [],
    });
    for (const text of ['', ' , ']) expect(read(readDnsServers, text)).toEqual({ value: null, faults: [] });
  });

  it('names the variable, not the value, where one is none', () => {
    const { faults } = read(readDnsServers, '1.1.1.1,dns.example.com');
    expect(faults).toEqual([expect.stringMatching(/^ITS_NAME must be addresses of name servers, .* or \[::1\]:53$/)]);
    expect(faults.join()).not.toMatch(/example/);
  });
});
