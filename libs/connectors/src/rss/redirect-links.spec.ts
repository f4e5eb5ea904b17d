import { articleUrl } from './redirect-links';

const urlOf = (link: string) => articleUrl(new URL(link)).href;

describe('the article of a link', () => {
  it.each([
    ['Google Alerts', 'https://www.google.com/url?rct=j&sa=t&url=https://paper.test/a%3Fid%3D1&ct=ga&usg=Y'],
    ['Google in another country', 'https://www.google.co.uk/url?q=https://paper.test/a%3Fid%3D1'],
    ['Bing News', 'http://www.bing.com/news/apiclick.aspx?ref=FexRss&url=https%3a%2f%2fpaper.test%2fa%3fid%3d1&c=1'],
  ])('is the one that a link of %s names', (_, link) => expect(urlOf(link)).toBe('https://paper.test/a?id=1'));

  it.each([
    ['a page of Google', 'https://www.google.com/search?q=https://paper.test/a'],
    ['a redirect to no page', 'https://www.google.com/url?url=javascript:alert(1)'],
    ['a redirect to nothing', 'https://www.google.com/url'],
    ['a host that looks like Google', 'https://google.com.evil.test/url?url=https://paper.test/a'],
    ['another host', 'https://paper.test/url?url=https://other.test/a'],
  ])('is the link itself for %s', (_, link) => expect(urlOf(link)).toBe(new URL(link).href));
});
