import { matcherOf } from './rss';

describe('matcherOf', () => {
  const named = matcherOf(['Linea', 'zk  proof', 'C++', '東京']);

  it.each([
    'LINEA launches',
    'About (linea).',
    'the zk\nProof market',
    'ＬＩＮＥＡ',
    'written in c++!',
    '($Linea)',
    '東京 news',
  ])('finds a word in %j', (text) => expect(named(text)).toBe(true));

  it.each(['linear algebra', 'alinea', 'linea2', 'zk and a proof', 'línea', 'c+', ''])('finds none in %j', (text) =>
    expect(named(text)).toBe(false),
  );

  it('finds something in everything when no word is asked for', () => expect(matcherOf([])('')).toBe(true));
});
