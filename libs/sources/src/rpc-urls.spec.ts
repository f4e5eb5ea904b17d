import { parseRpcUrls } from './rpc-urls';

describe('parseRpcUrls', () => {
  it('maps chain names to URLs, which may contain equals signs', () => {
    const text = ' linea=https://rpc.example.com/v2?key=a=b, arbitrum-nova=http://b:1 ,';
    expect([...(parseRpcUrls(text) ?? [])]).toEqual([
      ['linea', ['https://rpc.example.com/v2?key=a=b']],
      ['arbitrum-nova', ['http://b:1']],
    ]);
    expect(parseRpcUrls('')?.size).toBe(0);
  });

  it('keeps the order of the nodes of a chain', () => {
    const text = 'linea=https://b.example,base=https://c.example,linea=https://a.example';
    expect([...(parseRpcUrls(text) ?? [])]).toEqual([
      ['linea', ['https://b.example', 'https://a.example']],
      ['base', ['https://c.example']],
    ]);
  });

  // The same node twice would confirm itself.
  it.each([
    ['https://a'],
    ['a=https://b,a=https://b'],
    ['a=ftp://b'],
    ['a=b'],
    ['A=https://b'],
    ['a'],
    ['=https://b'],
    [Array.from({ length: 6 }, (_, n) => `a=https://b${n}`).join()],
  ])('rejects %s', (text) => expect(parseRpcUrls(text)).toBeNull());
});
