import { RULESET_2026_3 } from '@droptrack/scoring';
import { renderPage, type RenderOptions } from '../../testing';
import { dropPage } from './drop-page';
import {
  calendarOf,
  exampleClaims,
  exampleDrop,
  exampleEvent,
  exampleExplanation,
  exampleSeries,
  unknownDrop,
} from './testing';

const RESPONSES: Readonly<Record<string, object>> = {
  'GET /v1/drops/linea': exampleDrop(),
  'GET /v1/drops/linea/explain': exampleExplanation(),
  'GET /v1/drops/linea/hype': exampleSeries(),
  'GET /v1/drops/linea/claims': exampleClaims(),
  'GET /v1/calendar': calendarOf(exampleEvent()),
};

const failing = (): Response => new Response('{}', { status: 503 });

/** Page of the drop `linea` with some responses replaced. */
const page = (responses: Record<string, object> = {}, options: Partial<RenderOptions> = {}) =>
  renderPage(dropPage, {
    url: '/drops/linea',
    params: { id: 'linea' },
    responses: { ...RESPONSES, ...responses },
    ...options,
  });

describe('the page of a drop', () => {
  it('shows the figures of the API, each with a link to its derivation', async () => {
    const { html, text, view } = await page();
    expect(view.title).toBe('Linea');
    expect(text).toContain('Hype 65 of 100, +12 in 7 days, confidence 86%');
    expect(text).toContain('Value per wallet $87.04 median, $7.10 to $1,067, forecast');
    expect(text).toMatch(/Reward 47 medium, of 100 .*Legitimacy 82 very high, of 100 .*Difficulty 35 low, of 100/);
    expect(text).toContain('Cost $12.50 1 of 3 terms unknown');
    for (const [, fragment] of html.matchAll(/class="figure-why"><a href="#([a-z-]+)"/g)) {
      expect(html).toContain(`id="${fragment}"`);
    }
    expect(html.match(/class="figure-why"/g)).toHaveLength(6);
  });

  it('states the constants of the ruleset that computed the figures', async () => {
    const { text } = await page();
    const { ratings, hype } = RULESET_2026_3;
    expect(text).toContain(`the weight without a reading counts as ${hype.prior} of 100`);
    expect(text).toContain(`Each factor of ten adds ${100 / ratings.rewardDecades} points.`);
    expect(text).toContain(`an unknown one counts ${100 * ratings.unknown}% of its points`);
    expect(text).toContain(`too old, so it counts ${100 * ratings.legit.staleFactor}%`);
  });

  it('states a finding with the statement, page and day of the fact', async () => {
    const { rating } = exampleExplanation();
    const cap = { id: 'loss_not_made_good', at_most: 40 } as const;
    const withCap = (fact: { url: string | null; at: string | null; note: string | null }) =>
      page({
        'GET /v1/drops/linea/explain': exampleExplanation({
          rating: { ...rating, legit: { ...rating.legit, caps: [{ ...cap, ...fact }] } },
        }),
      });
    const stated = { url: 'https://linea.example/incident', at: '2026-04-01T00:00:00.000Z', note: 'Names the loss' };
    const { text, html } = await withCap(stated);
    expect(text).toMatch(/Loss of users not made good: at most 40\. Names the loss\. linea\.example ?, Apr 1, 2026/);
    expect(html).toContain('<a href="https://linea.example/incident"');
    const word = await withCap({ url: null, at: null, note: null });
    expect(word.text).toMatch(/Loss of users not made good: at most 40\. Component/);
  });

  it('states how old evidence counts by the ruleset that rated it', async () => {
    const { text } = await page({ 'GET /v1/drops/linea/explain': exampleExplanation({ ruleset: '2026.4' }) });
    expect(text).toContain('an unknown one counts 25% of its points');
    expect(text).toContain('too old, so its lead over an unknown component halves every 180 days after the first 180');
  });

  it('loads all parts at the same time', async () => {
    const { requests } = await page();
    expect(requests).toEqual([
      'GET /v1/drops/linea',
      'GET /v1/drops/linea/explain',
      'GET /v1/drops/linea/hype?window=7d',
      'GET /v1/drops/linea/claims?limit=100',
      'GET /v1/calendar?drop=linea&from=2009-01-01&limit=100',
    ]);
  });

  it('shows no number for a value that is unknown', async () => {
    const { text } = await page({ 'GET /v1/drops/linea': unknownDrop() });
    const figures = text.slice(text.indexOf('Hype'), text.indexOf('Claim'));
    expect(figures.match(/– unknown/g)).toHaveLength(6);
    expect(figures).toContain('Not measured: no source has a reading.');
    expect(figures).not.toMatch(/\$|of 100/);
  });

  // The page is read from its top: a table of evidence on the way to the next figure hides that figure.
  it('keeps each table of evidence one click away, also without scripts', async () => {
    const summaries = (html: string) => [...html.matchAll(/class="fold"><summary>([^<]*)</g)].map((found) => found[1]);
    const { html } = await page();
    const inputs = ['Inputs', 'Components', 'Inputs', 'Terms'];
    expect(summaries(html)).toEqual(['Signals', ...inputs, expect.stringMatching(/facts? and (its|their) sources?/)]);
    const { rating, cost_usd: cost, ...others } = exampleExplanation();
    const difficulty = { ...rating.difficulty, score: null };
    const unknown = { ...others, rating: { ...rating, difficulty }, cost_usd: { ...cost, usd: null } };
    const without = await page({ 'GET /v1/drops/linea/explain': unknown });
    expect(summaries(without.html)).toEqual(
      expect.arrayContaining(['Inputs that would count', 'Terms that would count']),
    );
  });

  it('says in a sentence what the drop is, before its figures', async () => {
    const { text } = await page();
    expect(text.indexOf('Linea is going to give 9.361B LINEA to 749,662 wallets on Linea;')).toBeGreaterThan(-1);
    expect(text.indexOf('is going to give')).toBeLessThan(text.indexOf('Hype 65'));
  });

  it('offers a check by a form that keeps the wallet out of the address', async () => {
    const { html } = await page();
    expect(html).toContain('<form method="post" action="/check" autocomplete="off">');
    expect(html).toContain('<input type="hidden" name="drop" value="linea"/>');
    expect(html).toMatch(/<input id="wallet" name="wallet"[^>]* autocomplete="off"/);
  });

  it('says how the tokens reach their owners, and links to a checker on official domains only', async () => {
    const of = (url: string) =>
      page({
        'GET /v1/drops/linea': exampleDrop({
          distribution: { method: 'direct_credit', checker: { url, kind: 'page', list: 'per_wallet' } },
        }),
      });
    const own = await of('https://linea.example/airdrop');
    expect(own.text).toContain('Nothing to claim: the tokens are sent to the eligible wallets.');
    expect(own.html).toMatch(/<a href="https:\/\/linea\.example\/airdrop"[^>]*>check at linea\.example/);
    const other = await of('https://claims.example/linea');
    expect(other.html).not.toContain('href="https://claims.example');
    expect(other.text).toContain('Not a link: claims.example is not an official domain of the drop.');
  });

  it('renders names, notes and links of others as data', async () => {
    const hostile = '<script>alert(1)</script>\u202e';
    const { html } = await page({
      'GET /v1/drops/linea': exampleDrop({ name: hostile }),
      'GET /v1/drops/linea/explain': exampleExplanation({
        notes: hostile,
        links: [
          { name: hostile, url: 'javascript:alert(1)' },
          { name: 'plain', url: 'http://linea.example' },
        ],
      }),
      'GET /v1/calendar': calendarOf(exampleEvent({ title: hostile, url: 'data:text/html,x' })),
    });
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('\u202e');
    expect(html).not.toMatch(/href="(javascript|data|http):/);
    expect(html).not.toMatch(/ style=/);
  });

  describe('a part that fails', () => {
    it.each([
      ['GET /v1/drops/linea/hype', 'The hype series is not available'],
      ['GET /v1/drops/linea/explain', 'The derivation of the figures is not available'],
      ['GET /v1/calendar', 'The calendar is not available'],
    ])('leaves the rest of the page: %s', async (request, notice) => {
      const { view, text } = await page({ [request]: failing() });
      expect(view.status).toBeUndefined();
      expect(text).toContain(notice);
      expect(text).toContain('Hype 65 of 100');
    });

    it('leaves the figures when all of them fail', async () => {
      const { text } = await page({
        'GET /v1/drops/linea/hype': failing(),
        'GET /v1/drops/linea/explain': failing(),
        'GET /v1/calendar': failing(),
      });
      expect(text).toContain('Hype 65 of 100, +12 in 7 days');
    });
  });

  it.each([404, 410, 503])('leaves status %s of the drop itself to the error page', async (status) => {
    const problem = new Response('{"code":"gone"}', {
      status,
      headers: { 'content-type': 'application/problem+json' },
    });
    await expect(page({ 'GET /v1/drops/linea': problem })).rejects.toMatchObject({ status });
  });

  describe('as of a past instant', () => {
    const then = exampleDrop({
      hype_score: 41,
      hype_delta_7d: 0,
      ev_usd: { p50: 20, p10: 2, p90: 300, basis: 'forecast' },
    });
    const pastRequest = 'GET /v1/drops/linea?as_of=2026-11-20T10%3A00%3A00.000Z';

    it('shows the figures of then, and nothing that only exists for now', async () => {
      const { text, html, requests } = await page(
        { [pastRequest]: then },
        { url: '/drops/linea?as_of=2026-11-20T10:00:00Z' },
      );
      expect(text).toContain('Hype 41 of 100, confidence 86%');
      expect(text).toContain('Value per wallet $20.00 median, $2.00 to $300.00');
      expect(text).toContain('The figures are those of Nov 20, 2026, 10:00 UTC');
      expect(html).not.toMatch(/id="(claim|ratings|expected-value|facts)"/);
      expect(requests).toContain('GET /v1/drops/linea/hype?window=7d&to=2026-11-20T10%3A00%3A00.000Z');
      expect(requests).not.toContain('GET /v1/drops/linea/explain');
    });

    it('shows the current figures and the range for an instant out of it', async () => {
      const outOfRange = new Response(
        JSON.stringify({
          code: 'as_of_out_of_range',
          status: 400,
          detail: '',
          errors: [{ parameter: 'as_of', code: 'range', detail: 'must not be before 2026-11-01T00:00:00.000Z' }],
        }),
        { status: 400, headers: { 'content-type': 'application/problem+json' } },
      );
      const { text, html } = await page(
        { [pastRequest]: outOfRange },
        { url: '/drops/linea?as_of=2026-11-20T10:00:00Z' },
      );
      expect(text).toContain('The instant must not be before 2026-11-01T00:00:00.000Z.');
      expect(text).toContain('Hype 65 of 100');
      expect(html).toContain('id="ratings"');
    });

    it.each(['yesterday', '2026-02-30', '2026-13-01', '2026-11-20T99:00:00Z', '%00', 'x'.repeat(41)])(
      'shows the current figures and a note for %s',
      async (value) => {
        const { text, requests } = await page({}, { url: `/drops/linea?as_of=${value}&to=${value}` });
        expect(text).toContain('“as_of” in the address was ignored: it must be a date');
        expect(text).toContain('“to” in the address was ignored: it must be a date');
        expect(requests).toContain('GET /v1/drops/linea');
        expect(requests).toHaveLength(5);
      },
    );
  });
});
