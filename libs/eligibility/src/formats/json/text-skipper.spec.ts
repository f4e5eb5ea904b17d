import * as fc from 'fast-check';
import { TextSkipper } from './text-skipper';

/** The document without the text of `big`, read in pieces of a length. */
function skipped(text: string, length = 7): string {
  const bytes = new TextEncoder().encode(text);
  const skipper = new TextSkipper('big');
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += length)
    pieces.push(...skipper.withoutText(bytes.subarray(at, at + length)));
  return Buffer.concat(pieces).toString();
}

describe('the text of a member', () => {
  it.each([
    ['{"big":"abc"}', '{"big":""}'],
    ['{"a":1,"big" : "a\\"b\\\\","c":"big"}', '{"a":1,"big" : "","c":"big"}'],
    ['{"big":"cut o', '{"big":""'],
  ])('of %s is skipped', (text, rest) => expect(skipped(text)).toBe(rest));

  it.each([
    '{"bigger":"abc","bi":"abc","xbig":"abc","b\\u0069g":"abc"}',
    '{"a":{"big":"abc"},"b":["big","abc"],"c":"big","d":"x"}',
    '{"big":["abc"],"e":"abc"}',
    '"big',
  ])('of another name, depth or kind passes unchanged: %s', (text) => expect(skipped(text)).toBe(text));

  it('is the only difference in any document, however it is cut into pieces', () =>
    fc.assert(
      fc.property(fc.json(), fc.string(), fc.json(), fc.integer({ min: 1, max: 20 }), (a, text, b, length) => {
        const document = (big: string) => `{"a":${a},"big":${JSON.stringify(big)},"b":${b}}`;
        expect(skipped(document(text), length)).toBe(document(''));
      }),
    ));
});
