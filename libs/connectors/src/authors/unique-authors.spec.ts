import * as fc from 'fast-check';
import { type AuthoredPost, countUniqueAuthors, normalisedText } from './unique-authors';

const window = { afterMs: 100, untilMs: 200 };
const post = (author: string, text: string, atMs = 150): AuthoredPost => ({ author, text, atMs });
const posts = fc.array(
  fc.record({
    author: fc.constantFrom('ann', 'bob', 'cid', 'dee', 'eve'),
    text: fc.constantFrom('', 'gm', 'GM!', 'claim is open', 'Claim: is open https://x.test/1', 'wen', '🚀'),
    atMs: fc.integer({ min: 90, max: 210 }),
  }),
  { maxLength: 20 },
);

describe('countUniqueAuthors', () => {
  it('counts authors, not posts', () => {
    expect(countUniqueAuthors([post('ann', 'one'), post('ann', 'two'), post('bob', 'three')], window)).toBe(2);
  });

  it('excludes the start of the window and includes its end', () => {
    const timed = [post('ann', 'a', 100), post('bob', 'b', 101), post('cid', 'c', 200), post('dee', 'd', 201)];
    expect(countUniqueAuthors(timed, window)).toBe(2);
  });

  // A thousand accounts that paste the same text count as one author.
  it('counts one author per repeated text, plus the repeaters that also posted a text of their own', () => {
    const copies = Array.from({ length: 1_000 }, (_, i) => post(`bot${i}`, 'Claim your $LINEA now!', 150 + (i % 7)));
    expect(countUniqueAuthors(copies, window)).toBe(1);
    expect(countUniqueAuthors([...copies, post('bot7', 'I read the docs')], window)).toBe(2);
  });

  it('attributes a repeated text to its earliest post, whatever the input order', () => {
    const repeated = [post('copy', 'news', 160), post('origin', 'news', 150), post('origin', 'more', 155)];
    expect(countUniqueAuthors(repeated, window)).toBe(1);
  });

  it('counts posts without words by author', () => {
    expect(countUniqueAuthors([post('ann', ''), post('bob', '🚀🚀'), post('bob', '')], window)).toBe(2);
  });

  it('does not depend on the order of the posts or on duplicates', () => {
    fc.assert(
      fc.property(
        posts.chain((all) => fc.shuffledSubarray(all, { minLength: all.length }).map((mixed) => ({ all, mixed }))),
        ({ all, mixed }) => {
          const count = countUniqueAuthors(all, window);
          expect(countUniqueAuthors(mixed, window)).toBe(count);
          expect(countUniqueAuthors([...mixed, ...all], window)).toBe(count);
        },
      ),
    );
  });

  it('is never above the number of distinct authors', () => {
    fc.assert(
      fc.property(posts, (all) => {
        expect(countUniqueAuthors(all, window)).toBeLessThanOrEqual(new Set(all.map(({ author }) => author)).size);
      }),
    );
  });

  it('rises by at most one when many authors paste the same text at any times', () => {
    const pasted = fc.array(fc.integer({ min: 90, max: 210 }), { maxLength: 20 });
    fc.assert(
      fc.property(posts, pasted, fc.constantFrom('gm', 'brand new'), (all, instants, text) => {
        const flood = instants.map((atMs, i) => post(`bot${i}`, text, atMs));
        const added = countUniqueAuthors([...all, ...flood], window) - countUniqueAuthors(all, window);
        expect(added).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('normalisedText', () => {
  it.each([
    ['case, punctuation and white space', 'Claim   is OPEN!!\n', 'claim is open'],
    ['links', 'claim is open https://evil.test/?ref=8 www.evil.test/9', 'claim is open'],
    ['other widths of letters', 'ｃｌａｉｍ is open', 'claim is open'],
    ['invisible characters', 'cla\u200Bim\u00AD is\u2060 open', 'claim is open'],
    ['symbols and emoji', '🚀 claim ★ is open 🚀', 'claim is open'],
  ])('ignores %s', (_, disguised, plain) => expect(normalisedText(disguised)).toBe(plain));

  it('keeps numbers, accents and other scripts, which distinguish texts', () => {
    expect(normalisedText('Saison 2 à Tokyo 東京')).toBe('saison 2 à tokyo 東京');
  });
});
