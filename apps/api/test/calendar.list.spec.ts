import type { CalendarEvent } from '@droptrack/contracts';
import { applyDefinitions } from '@droptrack/persistence';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { until } from './until';

const fact = <T>(value: T) => ({ value, source: null });
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const at = (date: string): string => `${date}T00:00:00.000Z`;

const LINEA = dropDefinition('linea', {
  chain: fact('linea'),
  events: [
    eventDefinition('snapshot', at('2026-01-10'), { type: 'snapshot', title: 'Snapshot' }),
    eventDefinition('claim', at('2026-02-01'), { endsAt: at('2026-03-01'), title: 'Claim window' }),
    eventDefinition('cancelled', at('2026-01-15'), { type: 'phase', endsAt: at('2026-04-01'), status: 'cancelled' }),
  ],
});
const ZORA = dropDefinition('zora', {
  chain: fact('base'),
  events: [
    eventDefinition('tge', at('2026-02-01'), { type: 'tge', title: 'Token launch' }),
    eventDefinition('season', at('2026-01-01'), {
      type: 'phase',
      precision: 'quarter',
      title: 'Season',
      phase: 'Season 1',
    }),
    eventDefinition('soon', at(day(3)), { type: 'claim', title: 'Next claim' }),
    eventDefinition('maybe', at(day(5)), { type: 'phase', status: 'tentative', title: 'Maybe' }),
  ],
});
const SAMPLE = dropDefinition('sample-aurora', {
  events: [eventDefinition('soon', at(day(4)), { type: 'claim', title: 'Made up' })],
});

describe('GET /v1/calendar', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([LINEA, ZORA]);
  });
  afterAll(() => api.stop());

  const titles = async (query: Parameters<TestApi['sdk']['calendar']['list']>[0]) =>
    (await api.sdk.calendar.list(query)).data.map(({ title }) => title);

  describe('200', () => {
    it('starts today (UTC) by default', async () => {
      expect(await titles({})).toEqual(['Next claim', 'Maybe']);
    });

    it('includes the days from and to', async () => {
      expect(await titles({ from: '2026-01-10', to: '2026-02-01' })).toEqual(
        expect.arrayContaining(['Snapshot', 'Claim window', 'Token launch']),
      );
      expect(await titles({ from: '2026-01-11', to: '2026-01-14' })).toEqual([]);
    });

    it('filters by type, drop and chain', async () => {
      expect(await titles({ from: '2026-01-01', type: 'tge' })).toEqual(['Token launch']);
      expect(await titles({ from: '2026-01-01', to: '2026-12-31', drop: 'linea', type: 'claim' })).toEqual([
        'Claim window',
      ]);
      expect(await titles({ from: '2026-01-01', chain: 'base', type: 'phase' })).toEqual(['Season', 'Maybe']);
      expect(await titles({ from: '2026-01-01', drop: 'unknown' })).toEqual([]);
    });

    it('includes ongoing windows that opened before from, except cancelled ones', async () => {
      expect(await titles({ from: '2026-02-10', to: '2026-02-11' })).toEqual([]);
      expect(await titles({ from: '2026-02-10', to: '2026-02-11', include: 'ongoing' })).toEqual(['Claim window']);
    });

    it('returns all pages sorted by start, then id', async () => {
      const all = await api.sdk.calendar.list({ from: '2025-01-01', limit: 2 }).toArray({ limit: 50 });
      const order = all.map(({ starts_at, id }) => `${starts_at} ${id}`);
      expect(order).toEqual([...order].sort());
      expect(all).toHaveLength(7);
    });

    it('returns all properties of an event; past ones have occurred', async () => {
      const [tge] = (await api.sdk.calendar.list({ from: '2026-01-01', type: 'tge' })).data;
      expect(tge).toEqual<CalendarEvent>({
        id: expect.stringMatching(/^cal_[a-z0-9]{20}$/) as string,
        drop: 'zora',
        drop_name: 'Zora',
        chain: 'base',
        type: 'tge',
        title: 'Token launch',
        starts_at: '2026-02-01T00:00:00.000Z',
        ends_at: null,
        precision: 'day',
        status: 'occurred',
        block: null,
        phase: null,
        url: null,
        source: { kind: 'official', url: 'https://example.com/docs', observed_at: '2026-08-01T00:00:00.000Z' },
        sequence: 0,
        updated_at: expect.any(String) as string,
      });
    });

    it('keeps the id of a rescheduled event, increments its sequence, and returns a removed event as cancelled', async () => {
      const before = (await api.sdk.calendar.list({ drop: 'zora' })).data;
      const moved = ZORA.events
        .filter(({ key }) => key !== 'maybe')
        .map((event) => (event.key === 'soon' ? { ...event, startsAt: at(day(4)) } : event));
      await api.apply([LINEA, { ...ZORA, events: moved }]);
      const after = (await api.sdk.calendar.list({ drop: 'zora' })).data;
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(after.map(({ sequence, status }) => [sequence, status])).toEqual([
        [1, 'confirmed'],
        [1, 'cancelled'],
      ]);
    });
  });

  describe('400', () => {
    it.each([
      'from=2026-02-30',
      'from=2026-02-01T00:00:00Z',
      'to=tomorrow',
      'type=ico',
      'include=all',
      'drop=..%2F',
      'limit=0',
    ])('rejects %s', async (query) => {
      const response = await api.get(`/v1/calendar?${query}`);
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'invalid_parameter']);
    });

    it('rejects a cursor of another start day with invalid_cursor', async () => {
      const { next_cursor: cursor } = await api.sdk.calendar.list({ from: '2026-01-01', limit: 1 });
      expect((await api.get(`/v1/calendar?from=2026-01-02&cursor=${cursor}`)).json()).toMatchObject({
        code: 'invalid_cursor',
      });
    });
  });

  it('separates events of sample drops from those of real ones, and takes a chain in any case', async () => {
    await applyDefinitions(api.db, { origin: 'sample', definitions: [SAMPLE], nowMs: Date.now() });
    await until(async () => (await titles({})).includes('Made up'));
    expect(await titles({ sample: true })).toEqual(['Made up']);
    expect(await titles({ sample: false })).toEqual(['Next claim', 'Maybe']);
    expect(await titles({ sample: false, chain: 'Base' })).toEqual(['Next claim', 'Maybe']);
  });
});
