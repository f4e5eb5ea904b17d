import * as fc from 'fast-check';
import { renderToString } from 'preact-render-to-string';
import { Name, plainName } from './name';

const html = (text: string): string => renderToString(<Name text={text} />);

describe('Name', () => {
  it('renders markup as text', () => {
    expect(html('<script>alert(1)</script>')).toBe('<bdi>&lt;script>alert(1)&lt;/script></bdi>');
  });

  it('removes controls, bidirectional characters and invisible spaces', () => {
    expect(plainName('Uni\u202eswap\u2066\u200b\u0000\u0007 \u2028Drop\ufeff')).toBe('Uni swap Drop');
  });

  it('keeps joiners, accents and letters of all scripts', () => {
    const kept = 'Zoë 👩‍🚀 नमस्ते می‌خواهم עברית';
    expect(plainName(kept)).toBe(kept);
  });

  it('limits the marks on a letter', () => {
    expect(plainName(`Z${'\u0300'.repeat(50)}`)).toBe(`Z${'\u0300'.repeat(4)}`);
  });

  it('cuts a long name between characters and shows the rest in its title', () => {
    expect(plainName('🪂'.repeat(10), 4)).toBe('🪂🪂🪂…');
    expect(html('a'.repeat(200))).toContain(`title="${'a'.repeat(200)}"`);
  });

  it('shows a word for a name without visible characters', () => {
    expect(html('\u202e\u200b')).toBe('<bdi>Unnamed</bdi>');
  });

  it('is bounded and without hidden characters for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const plain = plainName(text, 50);
        expect([...plain].length).toBeLessThanOrEqual(50);
        expect(plain).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/u);
      }),
    );
  });
});
