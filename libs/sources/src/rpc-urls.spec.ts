import { parseRpcUrls } from './rpc-urls';

describe('parseRpcUrls', () => {
  it('maps chain names to URLs, which may contain equals signs', () => {
    const text = ' linea=https://rpc.example.com/v2?key=a=b, arbitrum-nova=http://b:1 ,';
    expect([...(parseRpcUrls(text) ?? [])]).toEqual([
      ['linea', 'https://rpc.example.com/v2?key=a=b'],
      ['arbitrum-nova', 'http://b:1'],
    ]);
    expect(parseRpcUrls('')?.size).toBe(0);
  });

  it.each([['https://a'], ['a=https://b,a=https://c'], ['a=ftp://b'], ['a=b'], ['A=https://b'], ['a'], ['=https://b']])(
    'rejects %s',
    (text) => expect(parseRpcUrls(text)).toBeNull(),
  );
});
