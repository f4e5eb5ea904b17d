import { parseLinks } from './response-headers';

const PAGE = new URL('https://api.test/repos/a/commits?page=1');

describe('links of a page', () => {
  it('are found by what they are, relative ones too', () => {
    const line =
      '<https://api.test/x?page=2,3&a;b>; title="a, b"; rel="next", </x?page=9>; rel=last, <?page=1>; REL="first prev"';
    expect(parseLinks(line, PAGE)).toEqual({
      next: 'https://api.test/x?page=2,3&a;b',
      last: 'https://api.test/x?page=9',
      first: 'https://api.test/repos/a/commits?page=1',
      prev: 'https://api.test/repos/a/commits?page=1',
    });
  });

  // Who follows a link asks with the same key.
  it.each([
    'https://evil.test/x',
    'http://api.test/x',
    '//evil.test',
    'file:///x',
    'https://api.test@evil.test/',
    'http://[',
  ])('lead nowhere else: not to %s', (target) => {
    expect(parseLinks(`<${target}>; rel="next"`, PAGE)).toEqual({});
  });

  it.each([null, '', 'nonsense', '<', '</x>', '</x>; rel', '</x>; rel=""', `${'</x>; rel="a", '.repeat(2_000)}`])(
    'are none where there are none (%#)',
    (line) => {
      expect(parseLinks(line, PAGE)).toEqual({});
    },
  );

  it('are bounded in number', () => {
    const line = Array.from({ length: 100 }, (_, n) => `</${n}>; rel=r${n}`).join(', ');
    expect(Object.keys(parseLinks(line, PAGE))).toHaveLength(20);
  });
});
