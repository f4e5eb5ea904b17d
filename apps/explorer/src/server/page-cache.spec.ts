import { Document } from './document';
import { PageCache, type RenderInTurn } from './page-cache';

const page = (html: string) => new Document(html, { status: 200, retryAfterSeconds: null, isShared: true });

/** A cache and renders whose turn comes when a test lets them begin. */
function queued() {
  const clock = { ms: 0 };
  const cache = new PageCache(() => clock.ms);
  const turns: (() => boolean)[] = [];
  const known: boolean[] = [];
  const render: RenderInTurn = ({ isKnown, begin }) =>
    new Promise((resolve) => {
      known.push(isKnown);
      turns.push(() => {
        const isWanted = begin();
        resolve(page(`rendered at ${clock.ms}`));
        return isWanted;
      });
    });
  return { clock, cache, turns, known, render };
}

describe('PageCache', () => {
  it('counts the age of a page from the start of its render, not from its wait for a turn', async () => {
    const { clock, cache, turns, render } = queued();
    const first = cache.get({ target: '/', route: '/' }, () => true, render);
    clock.ms = 10_000;
    turns[0]!();
    const document = await first;
    clock.ms = 14_999;
    expect(await cache.get({ target: '/', route: '/' }, () => true, render)).toBe(document);
    clock.ms = 15_000;
    void cache.get({ target: '/', route: '/' }, () => true, render);
    expect(turns).toHaveLength(2);
  });

  it('renders a page that was rendered before as a known one', async () => {
    const { clock, cache, turns, known, render } = queued();
    const first = cache.get({ target: '/', route: '/' }, () => true, render);
    turns[0]!();
    await first;
    clock.ms = 5_000;
    void cache.get({ target: '/', route: '/' }, () => true, render);
    expect(known).toEqual([false, true]);
  });

  it('renders a page while one of its visitors waits', async () => {
    const { cache, turns, render } = queued();
    for (const isWaiting of [false, true]) void cache.get({ target: '/one', route: '/' }, () => isWaiting, render);
    for (const isWaiting of [false, false]) void cache.get({ target: '/none', route: '/' }, () => isWaiting, render);
    expect(turns.map((begin) => begin())).toEqual([true, false]);
  });
});
