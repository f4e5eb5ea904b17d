import { PLAN_TERMS, PLANS, type ServiceStatus } from '@droptrack/contracts';
import { h } from 'preact';
import { renderPage } from '../../testing';
import { Sources } from './sources';
import type { Page } from '../../server/page';
import { statusPage } from './status-page';

const TEN = '2026-11-23T10:00:00.000Z';
const me = (over = {}) => ({ plan: 'scale', features: [], data_delay_seconds: 0, rate_limit: {}, key: {}, ...over });
const source = (over: object): object => ({
  id: 'github',
  status: 'ok',
  last_success_at: '2026-11-23T11:00:00.000Z',
  last_failure_at: null,
  polls_due: 3,
  polls_failing: 0,
  ...over,
});
const status = (sources: object[], finders: object[] | null = []): ServiceStatus =>
  ({
    data: { as_of: '2026-11-23T11:59:59.000Z', delay_seconds: 60, sequence: 12_345 },
    sources,
    finders,
    version: '0.1.0',
    as_of: '2026-11-23T11:59:59.000Z',
  }) as ServiceStatus;
const render = (sources: object[], over = {}, finders: object[] | null = []) =>
  renderPage(statusPage, {
    url: '/status',
    responses: { 'GET /v1/me': me(over), 'GET /v1/status': status(sources, finders) },
  });

describe('the page of the status', () => {
  it('has the terms of each plan from the contract', async () => {
    const { text } = await render([]);
    const perMinute = PLANS.map((plan) => PLAN_TERMS[plan].requestsPerMinute.toLocaleString('en-US'));
    expect(text).toContain(`Requests per minute ${perMinute.join(' ')} or more`);
    expect(text).toContain('Wallet checks no yes yes');
  });

  it('shows the delay of the plan of this site', async () => {
    expect((await render([])).text).toContain('Delay of this site none');
    expect((await render([], { plan: 'free', data_delay_seconds: 60 })).text).toContain('Delay of this site 60 s');
  });

  it('shows each source with its state, and what is unknown as unknown', async () => {
    const { sources } = status([
      source({}),
      source({ id: 'reddit', status: 'failing', last_success_at: null, polls_failing: 4 }),
      source({ id: '<b>new\u202e', status: 'off' }),
    ]);
    const page: Page = ({ nowMs }) =>
      Promise.resolve({ title: '', content: h(Sources, { sources: sources ?? [], nowMs }) });
    const { text, html } = await renderPage(page, { url: '/status' });
    expect(text).toContain('GitHub OK 1 hour ago none 0');
    expect(text).toContain('Reddit Failing – unknown none 4');
    expect(html).not.toContain('<b>');
    expect(html).not.toContain('\u202e');
  });

  it('shows each finder with its state', async () => {
    const finder = (id: string, over = {}) => ({ ...source({ id }), source: id.split('/')[0], ...over });
    const { text, html } = await render([], {}, [
      finder('defillama/airdrops'),
      finder('evm-campaigns/ethereum', { status: 'failing', last_success_at: null, last_failure_at: TEN }),
      finder('rotki-index', { status: 'off', last_success_at: null }),
      finder('<b>new\u202e'),
    ]);
    expect(text).toContain('DefiLlama: airdrops OK 1 hour ago none');
    expect(text).toContain('Campaign contracts on EVM chains: ethereum Failing – unknown 2 hours ago');
    expect(text).toContain('The index of rotki Off – unknown none');
    expect(html).not.toContain('<b>new');
    expect(html).not.toContain('\u202e');
    expect((await render([])).text).toContain('No search for drops has run yet.');
    expect((await render([], {}, null)).text).toContain('The state of the search is unknown');
  });

  it('works with an API that does not publish its state', async () => {
    const { view, text } = await renderPage(statusPage, { url: '/status', responses: { 'GET /v1/me': me() } });
    expect(view.status).toBeUndefined();
    expect(text).toContain('The state of the sources is unknown');
    expect(text).toContain('Data as of – unknown');
  });
});
