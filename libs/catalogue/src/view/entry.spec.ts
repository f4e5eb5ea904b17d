import { tagOf } from './entry';

describe('tagOf', () => {
  it('is the same for the same text', () => {
    expect(tagOf('{"id":"linea"}')).toBe(tagOf(['{"id":"lin', 'ea"}'].join('')));
  });

  // A client that gets 304 for another body would keep the old one.
  it('differs for texts that differ in one character, in their length, or in the order of two', () => {
    const text = JSON.stringify({ id: 'linea', hype_score: 65, updated_at: '2026-08-22T09:58:41.123Z' });
    const others = new Set<string>([tagOf(text), tagOf(`${text} `), tagOf(text.slice(1))]);
    for (let at = 0; at < text.length; at += 1) {
      for (const other of '0123456789abcdef') others.add(tagOf(text.slice(0, at) + other + text.slice(at + 1)));
      others.add(tagOf(text.slice(0, at) + text.slice(at + 1)));
    }
    const texts = new Set<string>([text, `${text} `, text.slice(1)]);
    for (let at = 0; at < text.length; at += 1) {
      for (const other of '0123456789abcdef') texts.add(text.slice(0, at) + other + text.slice(at + 1));
      texts.add(text.slice(0, at) + text.slice(at + 1));
    }
    expect(others.size).toBe(texts.size);
    expect(tagOf('ab')).not.toBe(tagOf('ba'));
  });

  it('has no collision in 200 000 texts', () => {
    const tags = new Set(Array.from({ length: 200_000 }, (_, n) => tagOf(`{"hype_score":${n % 101},"n":${n}}`)));
    expect(tags.size).toBe(200_000);
  });
});
