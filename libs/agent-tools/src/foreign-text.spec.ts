import * as fc from 'fast-check';
import { foreignName, foreignText, ownLink, quoted } from './foreign-text';

describe('foreignText', () => {
  it.each([
    ['Lin\u0000ea\u202E\u200B', 'Linea'],
    ['one\n\n  two\ttab', 'one two tab'],
    ['\u200B \n', null],
  ])('cleans %j to %j', (text, clean) => expect(foreignText(text)).toBe(clean));

  it('leaves no name empty', () => expect(foreignName('\u200B')).toBe('unnamed'));

  it('cuts a text at 120 characters', () => expect(foreignText('😀'.repeat(500))).toBe('😀'.repeat(120)));

  // The next line of a result is ours; a text that begins one could pose as it.
  it('returns one line without control, bidirectional and zero-width characters, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foreignText(text) ?? '').not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(quoted(text)).toMatch(/^"[^"]*"$/);
      }),
    );
  });
});

describe('ownLink', () => {
  const SITE = 'https://www.linea.build';
  it.each([
    ['https://linea.build/hub', SITE],
    ['https://claim.linea.build/', SITE],
    ['https://github.com/linea/app', 'https://github.com/linea'],
  ])('passes on %s of the site %s', (url, site) => expect(ownLink(url, site)).toBe(url));

  it.each([
    ['http://linea.build/', SITE],
    ['https://linea.build.evil.example/', SITE],
    ['https://evil-linea.build/', SITE],
    ['https://linea.build@evil.example/', SITE],
    ['https://user:pass@linea.build/', SITE],
    ['https://linea.build:8443/', SITE],
    ['javascript:alert(1)', SITE],
    ['not a url', SITE],
    [null, SITE],
    ['https://linea.build/', null],
    ['https://github.com/stranger', 'https://github.com/linea'],
    ['https://github.com/linea-fake', 'https://github.com/linea'],
    ['https://gist.github.com/linea', 'https://github.com/linea'],
    [`https://linea.build/${'x'.repeat(300)}`, SITE],
  ])('holds back %s of the site %s', (url, site) => expect(ownLink(url, site)).toBeNull());
});
