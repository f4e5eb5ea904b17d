import { PLAN_TERMS, PLANS, type ServiceStatus } from '@droptrack/contracts';
import { h } from 'preact';
import { renderPage } from '../../testing';
import { Sources } from './sources';
import type { Page } from '../page';
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
    expect(text).toContain(`Requests per minute 300 pages ${perMinute.join(' ')} or more`);
    expect(text).toContain('Wallet checks no no yes yes');
  });

  it('has the terms of visitors, who need no key', async () => {
    const features = PLAN_TERMS.scale.features;
    const { text } = await render([], { features, data_delay_seconds: 60 });
    expect(text).toContain('Age of the data delayed, 60 s delayed, 60 s by default live live');
    expect(text).toContain('Past states yes no yes yes');
    expect(text).toContain('Wallet checks 10 per minute no yes yes');
    expect(text).toContain('Bulk exports no no no yes');
    expect((await render([], { features })).text).toContain('Age of the data live delayed, 60 s by default live live');
  });

  it('shows the delay of this site', async () => {
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
      Promise.resolve({ title: '', content: h(Sources, { sources: sources ?? [], nowMs, isCutOff: false }) });
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

  // Of a first start without the internet: each source would be degraded, which says nothing about it.
  it('says in one line that no source can be reached', async () => {
    const silent = (id: string, over: object = {}) =>
      source({ id, source: id, polls: 9, status: 'degraded', last_success_at: null, last_failure_at: TEN, ...over });
    const failing = silent('merkl', { status: 'failing', last_success_at: '2026-11-23T09:00:00.000Z' });
    const { text } = await render([silent('github'), silent('rss'), source({ id: 'reddit', status: 'off' })], {}, [
      failing,
    ]);
    expect(text).toContain('No source can be reached This service has probably no way out to the internet.');
    expect(text).toContain('GitHub Not reached – unknown 2 hours ago');
    expect(text).not.toMatch(/GitHub Degraded|Merkl Failing/);
    const works = silent('snapshot', { last_success_at: '2026-11-23T11:00:00.000Z' });
    const other = await render([silent('github'), silent('rss'), works], {}, [failing]);
    expect(other.text).not.toContain('No source can be reached');
    expect(other.text).toContain('GitHub Degraded');
  });

  it('works with an API that does not publish its state', async () => {
    const { view, text } = await renderPage(statusPage, { url: '/status', responses: { 'GET /v1/me': me() } });
    expect(view.status).toBeUndefined();
    expect(text).toContain('The state of the sources is unknown');
    expect(text).toContain('Data as of – unknown');
  });
});
