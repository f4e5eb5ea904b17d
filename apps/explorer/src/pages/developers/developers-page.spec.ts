import { renderPage } from '../../testing';
import { developersPage } from './developers-page';

describe('the page for developers', () => {
  // A reader copies the lines: they have to name the service that shows them.
  it('has the three lines of each start, with the address of this API', async () => {
    const { html, requests } = await renderPage(developersPage, { url: '/developers' });
    const starts = [...html.matchAll(/<pre[^>]*><code>([^]*?)<\/code>/g)].map(([, code = '']) => code);
    expect(starts).toHaveLength(3);
    for (const start of starts) {
      expect(start.split('\n')).toHaveLength(3);
      expect(start).toContain('https://api.example.com');
    }
    expect(requests).toEqual([]);
  });

  it('is in the navigation', async () => {
    const { html } = await renderPage(developersPage, { url: '/developers' });
    expect(html).toContain('<a href="/developers" aria-current="page">Developers</a>');
  });
});
