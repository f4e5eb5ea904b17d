import { parseUrl } from './parse-url';

it.each([
  ['https://bücher.example/ü', undefined, 'https://xn--bcher-kva.example/%C3%BC'],
  ['/ü', 'https://lido.fi/a', 'https://lido.fi/%C3%BC'],
  ['lido.fi', undefined, undefined],
  ['https://', 'https://lido.fi', undefined],
])('%s at %s is %s', (text, base, href) => expect(parseUrl(text, base)?.href).toBe(href));

it('parses the same after many calls, when V8 has optimized it', () => {
  for (let n = 0; n < 50_000; n++) parseUrl(`https://lido.fi/${n % 7}`);
  expect(parseUrl('https://bücher.example/')?.hostname).toBe('xn--bcher-kva.example');
  for (let n = 0; n < 50_000; n++) parseUrl(`/${n % 7}`, 'https://lido.fi');
  expect(parseUrl('https://bücher.example/', 'https://lido.fi')?.hostname).toBe('xn--bcher-kva.example');
});
