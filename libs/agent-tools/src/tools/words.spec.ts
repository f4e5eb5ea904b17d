import type { CalendarEvent, EligibilityResult, Page, WalletDrops, WalletDropsSummary } from '@droptrack/contracts';
import type { AgentData } from '../agent-data';
import { agentData, AS_OF, calendarEvent, drop, eligible, explanation } from '../testing';
import { callTool } from '../tool-set';

const page = <T>(data: T[]): Page<T> => ({ data, has_more: false, next_cursor: null, as_of: AS_OF });
const SUMMARY: WalletDropsSummary = {
  ...{ claimable_now: 0, claimable_value_usd: 0, claimable_without_price: 0, checked_lists: 12 },
  ...{ eligible: 0, ineligible: 30, pending: 1, unknown: 2, excluded: 0, expired: 0 },
};

async function call(name: string, args: object, data: Partial<AgentData>) {
  const result = await callTool(name, args, agentData(data), (error) => ({ code: 'error', detail: String(error) }));
  const facts: unknown = result?.structuredContent;
  return { text: result?.content[0]?.text ?? '', facts: facts as Record<string, never> };
}

describe('the state of an event', () => {
  const shown = async (over: Partial<CalendarEvent>) => {
    const event = calendarEvent({ status: 'occurred', ...over });
    const { text, facts } = await call('upcoming_events', {}, { listCalendar: () => Promise.resolve(page([event])) });
    const [{ status }] = facts['events'] as unknown as [{ status: string }];
    return [status, text.split('; ').at(-1)];
  };

  // "occurred" reads as over.
  it('is open for a window that is open, as of the instant of the answer', async () => {
    const begun = { starts_at: '2026-08-01T00:00:00.000Z' };
    expect(await shown(begun)).toEqual(['open', 'open']);
    expect(await shown({ ...begun, ends_at: null })).toEqual(['open', 'open']);
    expect(await shown({ ...begun, type: 'tge', ends_at: null })).toEqual(['occurred', 'occurred']);
    expect(await shown({ ...begun, ends_at: AS_OF })).toEqual(['closed', 'closed']);
  });

  it('is unknown for a claim that began over a year ago and has no known end', async () => {
    const words = 'begun over a year ago, and no end is known';
    expect(await shown({ starts_at: '2021-01-05T00:00:00.000Z', ends_at: null })).toEqual(['unknown', words]);
  });
});

describe('check_wallet', () => {
  const listed = (over: Partial<EligibilityResult>) => ({ ...eligible(), allocation: null, ...over });
  const ended = listed({
    drop: 'tornado-cash',
    status: 'unknown',
    eligible: null,
    claim: { ...eligible().claim, status: 'expired', closes_at: '2021-12-18T00:00:00.000Z' },
    reasons: [
      { code: 'list_not_loaded', message: 'The drop has ended; the allocation list is not loaded here.' },
      { code: 'claim_expired', message: 'Claiming closed at 2021-12-18T00:00:00.000Z.' },
    ],
  });
  const other = listed({ drop: 'sui', status: 'unknown', reasons: [{ code: 'source_unavailable', message: 'No.' }] });
  const wallet: WalletDrops = { ...eligible(), summary: SUMMARY, data: [ended, other] };
  const data = { listWalletDrops: () => Promise.resolve({ data: [wallet], as_of: AS_OF }) };

  it('counts drops that have ended apart from pending and unknown ones, and carries claim_expired', async () => {
    const { text, facts } = await call('check_wallet', { wallet: '0x1' }, data);
    expect(facts['summary']).toMatchObject({ pending: 1, list_not_loaded: 1, unknown: 1 });
    expect(text).toContain('pending 1, paying out or ended without a loaded list 1, unknown otherwise 1');
    expect(facts['results']).toMatchObject([
      { status: 'unknown', claim: 'expired', reason_codes: ['list_not_loaded', 'claim_expired'] },
      { status: 'unknown', reason_codes: ['source_unavailable'] },
    ]);
    expect(text).toMatch(/^tornado-cash: unknown; claim expired; closed 2021-12-18T00:00Z; "The drop has ended; /m);
  });

  it('leaves samples out by default, also of its counts', async () => {
    const queries: unknown[] = [];
    const listWalletDrops: AgentData['listWalletDrops'] = (query) => {
      queries.push(query.sample);
      return data.listWalletDrops();
    };
    expect((await call('check_wallet', { wallet: '0x1' }, { listWalletDrops })).text).toContain(', samples left out.');
    await call('check_wallet', { wallet: '0x1', sample: true }, { listWalletDrops });
    expect(queries).toEqual([false, true]);
  });
});

describe('the lists of drops and events', () => {
  it.each([
    ['find_drops', 'listDrops'],
    ['upcoming_events', 'listCalendar'],
  ] as const)('of %s leave samples out by default, say so, and list them alone on request', async (name, method) => {
    const queries: unknown[] = [];
    const read = (query: { sample?: boolean }) => {
      queries.push(query.sample);
      return Promise.resolve(page([]));
    };
    expect((await call(name, {}, { [method]: read })).text).toMatch(/^0 (?:drop|event)s as of .*, samples left out/);
    const { text } = await call(name, { sample: true }, { [method]: read });
    expect(text).toContain(', fictional samples only');
    expect(queries).toEqual([false, true]);
  });

  it.each(['find_drops', 'upcoming_events'])('of %s take a chain in any case', async (name) => {
    const queries: unknown[] = [];
    const read = (query: { chain?: unknown }) => {
      queries.push(query.chain);
      return Promise.resolve(page([]));
    };
    await call(name, { chain: 'Arbitrum' }, { listDrops: read, listCalendar: read });
    expect(queries).toEqual(['arbitrum']);
  });
});

it('get_drop states the day and the page of a finding, and no page that is not HTTPS', async () => {
  const cap = { id: 'loss_not_made_good', at_most: 40, at: '2026-04-01T00:00:00.000Z', note: null };
  const factsOf = async (url: string) => {
    const { rating } = explanation();
    const explained = explanation({
      rating: { ...rating, legit: { ...rating.legit, caps: [{ ...cap, url }] } } as never,
    });
    const { text, facts } = await call(
      'get_drop',
      { id: 'linea' },
      {
        getDrop: () => Promise.resolve(drop()),
        explainDrop: () => Promise.resolve(explained),
        listCalendar: () => Promise.resolve(page([])),
      },
    );
    const { legit_caps: caps } = facts['why'] as unknown as { legit_caps: string[] };
    expect(text).toContain(`legit capped: ${caps[0]}`);
    return caps;
  };
  const url = 'https://example.com/incident';
  expect(await factsOf(url)).toEqual([`loss_not_made_good (at most 40, 2026-04-01, ${url})`]);
  for (const other of ['http://example.com', 'javascript:alert(1)', `https://example.com/${'a'.repeat(400)}`])
    expect(await factsOf(other)).toEqual(['loss_not_made_good (at most 40, 2026-04-01)']);
});

it('explain_score gives no score while nothing is measured', async () => {
  const series = {
    drop: 'linea',
    window: '7d',
    as_of: AS_OF,
    score: null,
    delta_7d: null,
    momentum: null,
    confidence: 0,
  };
  const getHype = () => Promise.resolve({ ...series, ruleset: '2026.3', signals: [], data: [] } as never);
  const { text, facts } = await call('explain_score', { id: 'linea' }, { getHype });
  expect(text).toMatch(/^Hype of linea: not measured as of /);
  expect(`${text} ${JSON.stringify(facts)}`).not.toMatch(/null|\d+\/100| in 7 d/);
});
