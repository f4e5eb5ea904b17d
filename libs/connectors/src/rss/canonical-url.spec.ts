import { canonicalUrl, publisherOf } from './seen-articles';

describe('canonicalUrl', () => {
  const page = 'https://news.test/a/Story?id=7&p=1';

  it.each([
    'http://news.test/a/Story?id=7&p=1',
    'https://www.news.test/a/Story?id=7&p=1',
    'HTTPS://NEWS.TEST:443/a/Story?id=7&p=1',
    'https://news.test./a/Story/?id=7&p=1',
    'https://news.test/a/Story?p=1&id=7',
    'https://news.test/a/Story?id=7&p=1#comments',
    'https://reader:secret@news.test/a/Story?id=7&p=1',
    'https://news.test/a/Story?utm_source=x&UTM_Medium=y&id=7&fbclid=1&gclid=2&p=1&ref=home&source=rss----1---4',
  ])('is the same for %s', (address) => expect(canonicalUrl(address)).toBe(page));

  it.each([
    'https://news.test/a/Story?id=8&p=1',
    'https://news.test/a/story?id=7&p=1',
    'https://blog.news.test/a/Story?id=7&p=1',
    'https://news.test:8443/a/Story?id=7&p=1',
    'https://news.test/a/Story?id=7&p=1&source=wire',
  ])('is another for %s', (address) => expect(canonicalUrl(address)).not.toBe(page));

  it.each([
    '',
    'tag:news.test,2026:1',
    'javascript:alert(1)',
    '/a/Story',
    'https://',
    `https://x.test/${'a'.repeat(2_000)}`,
  ])('is none for %s', (address) => expect(canonicalUrl(address)).toBeNull());

  it('does not change what is canonical', () => expect(canonicalUrl(page)).toBe(page));
});

describe('publisherOf', () => {
  it.each([
    ['https://www.news.test/a', 'news.test'],
    ['https://www2.news.test/a', 'news.test'],
    ['https://ann.blogs.test/a', 'ann.blogs.test'],
    ['https://www.test/a', 'www.test'],
  ])('of %s is %s', (address, publisher) => expect(publisherOf(new URL(address))).toBe(publisher));
});
