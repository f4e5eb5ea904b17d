import { webUrl } from './seen-articles';

/** Pages of aggregators that forward to an article, with the parameter that names it. */
const REDIRECT_PAGES = [
  // Google Alerts and search: https://www.google.com/url?rct=j&sa=t&url=https://paper.example/1
  { host: /^(?:www\.)?google(?:\.[a-z]{2,3}){1,2}$/, path: '/url', parameters: ['url', 'q'] },
  // Bing News: http://www.bing.com/news/apiclick.aspx?ref=FexRss&url=https%3a%2f%2fpaper.example%2f1
  { host: /^(?:www\.)?bing\.com$/, path: '/news/apiclick.aspx', parameters: ['url'] },
] as const;

/**
 * Article to which a link of an aggregator forwards; the link itself otherwise. All links of a feed of Google Alerts lead to
 * one host, and would have one publisher.
 */
export function articleUrl(link: URL): URL {
  const page = REDIRECT_PAGES.find(({ host, path }) => host.test(link.hostname) && link.pathname === path);
  for (const name of page?.parameters ?? []) {
    const target = webUrl(link.searchParams.get(name) ?? '');
    if (target !== null) return target;
  }
  return link;
}
