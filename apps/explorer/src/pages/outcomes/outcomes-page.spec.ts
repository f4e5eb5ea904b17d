import type { DropOutcome } from '@droptrack/contracts';
import { renderPage } from '../../testing';
import { outcomeGroups } from './outcome-groups';
import { outcomesFilePage } from './outcomes-file-page';
import { outcomesPage } from './outcomes-page';

const outcome = (over: Partial<DropOutcome> = {}): DropOutcome => ({
  drop: 'arbitrum',
  drop_name: 'Arbitrum',
  chain: 'arbitrum',
  symbol: 'ARB',
  method: 'merkle',
  opened_at: '2023-03-23T13:00:00.000Z',
  tokens: '1162166000',
  wallets: 625_143,
  price_usd: { opening: 1.3217, day_1: 1.2727, day_7: null, day_30: 0.04321, day_90: 1.1405, high: 2.2587 },
  change_90d: -0.1371,
  paid_usd: 2_457.12,
  claimed_share: null,
  ...{ claimed_value_usd: null, claimed_priced_share: null, price_at_claim_usd: null },
  forecast_usd: { p50: 870.4, p10: 71, p90: 10_666.7, basis: 'forecast' },
  sources: [{ fact: 'opening', source: { kind: 'dataset', url: 'https://prices.example/a.csv', observed_at: null } }],
  ...over,
});
const UNKNOWN = outcome({
  ...{ drop: 'dim', drop_name: '=Dim, "the" 2nd', chain: 'base', opened_at: '2023-02-01T00:00:00.000Z' },
  ...{ method: null, change_90d: null, paid_usd: null, forecast_usd: null, sources: [] },
});
const render = (data: readonly DropOutcome[], url = '/outcomes', page = outcomesPage) =>
  renderPage(page, {
    url,
    responses: { 'GET /v1/outcomes': { data, has_more: false, next_cursor: null, as_of: '2026-11-23T11:59:59.000Z' } },
  });

describe('the page of outcomes', () => {
  it('shows prices, what follows from them, and the forecast beside', async () => {
    const { text } = await render([outcome()]);
    expect(text).toContain('Arbitrum Mar 23, 2023 $1.32 $1.27 – unknown $0.04321 $1.14 $2.26 −13.7% $2,457 $870.40');
  });

  it('shows what is unknown as unknown, and no forecast as none', async () => {
    const { text } = await render([UNKNOWN]);
    expect(text).toContain('$2.26 – unknown – unknown none');
  });

  it('draws what is known, and names the rows of a picture for screen readers', async () => {
    const { html, text } = await render([outcome(), UNKNOWN]);
    expect(text).toContain('half of 1 drops paid $2,457 or more');
    expect(text).toContain('higher for 0 of 1 tokens');
    expect(html.match(/<circle/g)).toHaveLength(1);
    expect(html).toContain('<title>Arbitrum: −13.7%</title>');
    expect((await render([UNKNOWN])).html).not.toContain('role="img"');
  });

  // The table of 90 drops was 36 000 px long on a phone.
  it('folds the rows, except where an address has chosen them', async () => {
    expect((await render([outcome()])).html).toContain('<details class="fold"><summary>1 outcome with');
    expect((await render([outcome()], '/outcomes?sort=paid')).html).toContain('<details open class="fold">');
  });

  it('has medians by month, by chain and by method', async () => {
    const { text } = await render([outcome(), UNKNOWN]);
    expect(text).toContain('2023-03 1 $2,457 −13.7% 2023-02 1 – unknown – unknown');
    expect(text).toContain('Base 1 – unknown – unknown Arbitrum One 1 $2,457 −13.7%');
    expect(text).toContain('unknown 1 – unknown – unknown Merkle proof 1 $2,457 −13.7%');
  });

  it('asks for real drops with the filters of the address', async () => {
    const { requests } = await render([], '/outcomes?chain=Base&method=genesis&month=2024-04&sort=paid');
    expect(requests).toEqual([
      'GET /v1/outcomes?chain=base&method=genesis&month=2024-04&sort=paid&order=desc&sample=false&limit=100',
    ]);
  });

  it('keeps the method in the form and in its links', async () => {
    const { html } = await render([outcome()], '/outcomes?method=merkle');
    expect(html).toContain('<option value="merkle" selected>Merkle proof</option>');
    expect(html).toContain('href="/outcomes.csv?method=merkle"');
    expect((await render([], '/outcomes?method=raffle')).text).toContain('“method” in the address was ignored');
  });

  it('notes a value that was ignored, and offers to clear the filters of an empty list', async () => {
    const { text, html } = await render([], '/outcomes?month=2024-13');
    expect(text).toContain('“month” in the address was ignored: it must be a month, such as 2024-04.');
    expect(html).toContain('<a href="/outcomes">Clear the filters</a>');
  });

  it('renders a hostile name as text', async () => {
    expect((await render([outcome({ drop_name: '<script>alert(1)</script>' })])).html).not.toContain('<script>alert');
  });
});

describe('the file of outcomes', () => {
  it('has a line per outcome, with escaped text and empty unknown values', async () => {
    const { view } = await render([outcome(), UNKNOWN], '/outcomes.csv', outcomesFilePage);
    const [head, first, second, end] = view.file!.text.split('\r\n');
    expect(head).toMatch(/^drop,drop_name,chain,symbol,method,opened_at,tokens,wallets,opening_usd,day_1_usd,/);
    expect(first).toBe(
      'arbitrum,Arbitrum,arbitrum,ARB,merkle,2023-03-23T13:00:00.000Z,1162166000,625143,1.3217,1.2727,,0.04321,1.1405,2.2587,' +
        '-0.1371,2457.12,,,,,870.4,71,10666.7,https://prices.example/a.csv',
    );
    expect(second).toMatch(/^dim,"'=Dim, ""the"" 2nd",base,ARB,,2023-/);
    expect(second).toMatch(/,2\.2587,{10}$/);
    expect(end).toBe('');
  });

  it('is rejected with a filter that cannot be used', async () => {
    const { view } = await render([], '/outcomes.csv?month=x', outcomesFilePage);
    expect([view.status, view.file]).toEqual([400, undefined]);
  });
});

describe('outcomeGroups', () => {
  it('takes the mean of the two values in the middle', () => {
    const paid = [1, 2, 4, 100].map((paid_usd) => outcome({ paid_usd }));
    expect(outcomeGroups(paid, ({ chain }) => chain)).toMatchObject([{ name: 'arbitrum', drops: 4, paidUsd: 3 }]);
  });
});
