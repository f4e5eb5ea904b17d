import type { DropClaims } from '@droptrack/contracts';
import { renderPage } from '../../testing';
import { dropPage } from './drop-page';
import { calendarOf, exampleClaims, exampleDrop, exampleExplanation, exampleSeries } from './testing';

const page = (claims: DropClaims | Response) =>
  renderPage(dropPage, {
    url: '/drops/linea',
    params: { id: 'linea' },
    responses: {
      'GET /v1/drops/linea': exampleDrop(),
      'GET /v1/drops/linea/explain': exampleExplanation(),
      'GET /v1/drops/linea/hype': exampleSeries(),
      'GET /v1/drops/linea/claims': claims,
      'GET /v1/calendar': calendarOf(),
    },
  });

const TOKEN = 10n ** 18n;
const UNPRICED = { value_usd: null, price_usd: null };
const FOLLOWED = exampleClaims({
  distributors: [
    { list: null, contract: 'eip155:59144:0x87', first_block: 1, block: 23_400_000, block_at: '2026-11-23T11:55:00.000Z', behind_blocks: 64, behind_seconds: 128, read_at: '2026-11-23T11:57:08.000Z' }, // prettier-ignore
  ],
  claims: 3_000,
  wallets: { claimed: 2_900, listed: 5_800, share: 0.5 },
  tokens: {
    claimed: String(1_200_000n * TOKEN),
    listed: String(4_800_000n * TOKEN),
    share: 0.25,
    left_at_end: null,
    decimals: 18,
  },
  median_hours_to_claim: 5,
  data: [
    { t: '2026-11-10T00:00:00.000Z', claims: 2_000, wallets: 2_000, amount: String(TOKEN), ...UNPRICED },
    { t: '2026-11-13T00:00:00.000Z', claims: 1_000, wallets: 900, amount: String(TOKEN), ...UNPRICED },
  ],
});

describe('the claims of a drop', () => {
  it('are in words, with the block that they are as of', async () => {
    const { text } = await page(FOLLOWED);
    expect(text).toContain('Claimed so far 2,900 wallets (50%) have claimed');
    expect(text).toContain('claimed 1,200,000 LINEA (25%), half of them within 6 hours.');
    expect(text).toMatch(/By the events of the contract up to block 23,400,000, Nov 23, 2026/);
  });

  it('are a bar per day, at the place of the day', async () => {
    const { html } = await page(FOLLOWED);
    const bars = [...html.matchAll(/<rect class="over" x="([\d.]+)" y="([\d.]+)"/g)].map(([, x, y]) => [x, y]);
    expect(bars).toEqual([
      ['0', '8'],
      ['420', '58.6'],
    ]);
    expect(html).toContain(
      'Wallets with their first claim by day, Nov 10, 2026 to Nov 13, 2026; at most 2,000 on one day.',
    );
  });

  it('state what was left at the end of the window', async () => {
    const tokens = { ...FOLLOWED.tokens, left_at_end: String(3_600_000n * TOKEN) };
    expect((await page({ ...FOLLOWED, tokens })).text).toMatch(/were left at the end\./);
  });

  it('are absent without a followed distributor, and named when they cannot be read', async () => {
    expect((await page(exampleClaims())).text).not.toContain('Claimed so far');
    expect((await page(new Response('{}', { status: 503 }))).text).toMatch(/Claimed so far .*Reload the page/);
  });
});
