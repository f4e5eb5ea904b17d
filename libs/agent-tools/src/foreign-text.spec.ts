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
  const OFFICIAL = [{ domain: 'linea.build', page: 'https://linea.build' }];
  it.each(['https://linea.build/hub', 'https://claim.linea.build/'])('passes on %s', (url) =>
    expect(ownLink(url, OFFICIAL)).toBe(url),
  );

  it.each([
    'http://linea.build/',
    'https://linea.build.evil.example/',
    'https://evil-linea.build/',
    'https://linea.build@evil.example/',
    'https://user:pass@linea.build/',
    'https://linea.build:8443/',
    'javascript:alert(1)',
    'not a url',
    null,
    `https://linea.build/${'x'.repeat(300)}`,
  ])('holds back %s', (url) => expect(ownLink(url, OFFICIAL)).toBeNull());

  it('holds back all addresses while no domain is known', () => expect(ownLink('https://linea.build/', [])).toBeNull());
});
