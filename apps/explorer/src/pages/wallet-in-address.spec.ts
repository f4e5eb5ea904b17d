import { renderPage } from '../testing';
import { PAGES } from './routes';
import { namesWallet } from './wallet-in-address';

const EVM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const SOLANA = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';

const STARKNET = '0x02fd23d9182193775423497fc0c472e156c57c69e4089a1967fb288a2d84e914';
const COSMOS = 'umee1004mqvtqkckwzq0dkappks9ngf6ecc7z5mlhh4';

describe.each([EVM, EVM.slice(2).toLowerCase(), EVM.slice(0, 12), SOLANA, STARKNET, COSMOS, COSMOS.slice(0, 24)])(
  'an address with the wallet %s',
  (wallet) => {
    it.each([
      ['/', `?q=${wallet}`],
      ['/', `?q=eip155:1:${wallet}+me`],
      ['/', `?chain=${wallet}`],
      ['/', `?cursor=${wallet}`],
      ['/', `?${wallet}=1`],
      ['/calendar', `?drop=${wallet}`],
      ['/calendar', `?chain=${wallet}`],
      ['/status', `?wallet=${wallet}`],
      ['/drops/:id', ''],
    ])('is explained on %s%s, without a call of the API and without the wallet', async (route, search) => {
      const params: Record<string, string> = route === '/drops/:id' ? { id: wallet } : {};
      const { view, html, text, requests } = await renderPage(PAGES[route]!, { url: `${route}${search}`, params });
      expect([view.status, requests]).toEqual([400, []]);
      expect(text).toContain('This address contains what looks like a wallet');
      expect(html).toContain('<a href="/check">Check a wallet</a>');
      expect(html).not.toContain(wallet);
    });

    it('is explained on /check, which does not preselect it', async () => {
      const { view, html, requests } = await renderPage(PAGES['/check']!, { url: `/check?drop=${wallet}` });
      expect(view.status).toBe(400);
      expect(html + requests.join()).not.toContain(wallet);
    });
  },
);

describe('an address with a recovery phrase', () => {
  const WORDS = Array<string>(11).fill('abandon').concat('about');

  it.each([
    ['/', `?q=${WORDS.join('+')}`],
    ['/calendar', `?drop=${WORDS.join('%20')}`],
    ['/drops/:id', ''],
  ])('is explained on %s%s, without a call of the API and without its words', async (route, search) => {
    const params: Record<string, string> = route === '/drops/:id' ? { id: WORDS.join(' ') } : {};
    const { view, html, text, requests } = await renderPage(PAGES[route]!, { url: `${route}${search}`, params });
    expect([view.status, requests]).toEqual([400, []]);
    expect(text).toContain('create a wallet with a new phrase');
    expect(html).not.toContain('abandon');
  });

  it('is not preselected on /check', async () => {
    const { view, html } = await renderPage(PAGES['/check']!, { url: `/check?drop=${WORDS.join('+')}` });
    expect([view.status, html.includes('abandon')]).toEqual([400, false]);
  });
});

describe('namesWallet', () => {
  it.each([
    ['drop=0x-protocol'],
    ['q=0x'],
    ['q=Layer+Zero'],
    ['as_of=2026-11-23T12:00:00.000Z'],
    ['cursor=WzEsMzczNTkyODU1OSw5LjUsImxpbmVhIl0abcdefgh'],
    ['sort=ev&sample=all'],
  ])('accepts %s', (query) => {
    expect(namesWallet({ params: { id: 'sample-orbit' }, query: new URLSearchParams(query) })).toBe(false);
  });
});
