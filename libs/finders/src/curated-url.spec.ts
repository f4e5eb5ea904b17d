import { curatedUrl } from './curated-url';

describe('a URL of a curated source', () => {
  it.each([
    ['https://lido.fi', 'https://lido.fi/'],
    ['https://App.Example.org/claim?a=1#x', 'https://app.example.org/claim?a=1#x'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ])('%j is %j', (text, url) => expect(curatedUrl(text)).toBe(url));

  it('is the same after many of them, when V8 has optimized the function', () => {
    for (let n = 0; n < 50_000; n++) curatedUrl(`https://lido.fi/${n % 7}`);
    expect(curatedUrl('https://bücher.example/ü')).toBe('https://xn--bcher-kva.example/%C3%BC');
  });

  it.each([
    null,
    undefined,
    '',
    'lido.fi',
    'http://lido.fi',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:pass@lido.fi',
    'https://lido.fi@evil.example',
    'https://lido.fi:8443',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    `https://lido.fi/${'x'.repeat(500)}`,
  ])('%j is none', (text) => expect(curatedUrl(text)).toBeNull());
});
