import type { CalendarEvent, Drop, DropExplanation, HypeSeries, Page, ServiceStatus } from '@droptrack/contracts';
import { runRecompute, SourceRepository } from '@droptrack/persistence';
import { dropDefinition, eventDefinition, ratedDrop } from './definitions';
import { evmWallet, publishList } from './lists';
import { HOUR_MS, writePoint, writeScore } from './series';
import { type TimedApi, timedApi } from './timed-api';

const DAY_MS = 24 * HOUR_MS;
/** Ages of a change: one millisecond less than the delay of the plan `free`, and exactly the delay. */
const [BEFORE_DELAY_MS, AT_DELAY_MS] = [59_999, 60_000];

const OLD = ratedDrop('old', 3, 0.5);
const upcoming = (key: string) => eventDefinition(key, new Date(Date.now() + 5 * DAY_MS).toISOString());

let api: TimedApi;
beforeEach(async () => {
  api = await timedApi([OLD]);
});
afterEach(() => api.stop());

/** Responses to both plans, `ageMs` after a change. */
async function responsesAt<Body>(changedMs: number, ageMs: number, url: string) {
  await api.at(changedMs + ageMs);
  return { free: await api.get<Body>('free', url), pro: await api.get<Body>('pro', url) };
}

describe('the plan free', () => {
  it.each(['/v1/drops/fresh', '/v1/drops/fresh/explain', '/v1/drops/fresh/hype'])(
    'receives a new drop after 60 s: %s',
    async (url) => {
      const createdMs = await api.apply([OLD, dropDefinition('fresh')]);
      const statuses: number[][] = [];
      for (const ageMs of [1, 59_000, BEFORE_DELAY_MS, AT_DELAY_MS, 61_000]) {
        const { free, pro } = await responsesAt(createdMs, ageMs, url);
        statuses.push([free.status, pro.status]);
      }
      expect(statuses).toEqual([
        ...[1, 59_000, BEFORE_DELAY_MS].map(() => [404, 200]),
        ...[AT_DELAY_MS, 61_000].map(() => [200, 200]),
      ]);
    },
  );

  it('receives an archived drop for another 60 s', async () => {
    const archivedMs = await api.apply([dropDefinition('other')]);
    const young = await responsesAt(archivedMs, BEFORE_DELAY_MS, '/v1/drops/old');
    expect([young.free.status, young.pro.status]).toEqual([200, 410]);
    expect((await responsesAt(archivedMs, AT_DELAY_MS, '/v1/drops/old')).free.status).toBe(410);
  });

  it('receives delayed lists and calendars, without rows newer than their as_of', async () => {
    const changedMs = await api.apply([
      { ...OLD, name: 'Older', events: [upcoming('claim')] },
      dropDefinition('fresh', { events: [upcoming('tge')] }),
    ]);
    for (const [ageMs, names, events] of [
      [BEFORE_DELAY_MS, ['Old'], 0],
      [AT_DELAY_MS, ['Older', 'Fresh'], 2],
    ] as const) {
      const drops = await responsesAt<Page<Drop>>(changedMs, ageMs, '/v1/drops?sort=ev');
      const calendar = await responsesAt<Page<CalendarEvent>>(changedMs, ageMs, '/v1/calendar');
      expect(drops.free.body.data.map(({ name }) => name)).toEqual(names);
      expect(calendar.free.body.data).toHaveLength(events);
      expect([drops.pro.body.data.length, calendar.pro.body.data.length]).toEqual([2, 2]);
      for (const { free, pro } of [drops, calendar]) {
        expect([free.asOfMs, pro.asOfMs]).toEqual([changedMs + ageMs - 60_000, changedMs + ageMs]);
        expect(free.body.as_of).toBe(free.headers['x-data-as-of']);
        for (const { updated_at } of free.body.data) expect(Date.parse(updated_at)).toBeLessThanOrEqual(free.asOfMs);
      }
    }
  });

  it('receives a delayed definition in explanations', async () => {
    const changedMs = await api.apply([{ ...OLD, notes: 'Reviewed.' }]);
    const young = await responsesAt<DropExplanation>(changedMs, BEFORE_DELAY_MS, '/v1/drops/old/explain');
    expect([young.free.body.notes, young.pro.body.notes]).toEqual([null, 'Reviewed.']);
    const { free } = await responsesAt<DropExplanation>(changedMs, AT_DELAY_MS, '/v1/drops/old/explain');
    expect(free.body.notes).toBe('Reviewed.');
  });

  it('receives an active list after 60 s, and until then figures without it', async () => {
    await publishList(api.db, 'old', { [evmWallet('1')]: 5n * 10n ** 18n, [evmWallet('2')]: 10n ** 18n });
    await runRecompute(api.db, { nowMs: Date.now(), limit: 1_000 });
    const changedMs = await api.apply([OLD]);
    const young = await responsesAt<DropExplanation>(changedMs, BEFORE_DELAY_MS - 5_000, '/v1/drops/old/explain');
    expect([young.free.body.ev_usd.list, young.pro.body.ev_usd.list?.wallets]).toEqual([null, 2]);
    const { free } = await responsesAt<DropExplanation>(changedMs, AT_DELAY_MS, '/v1/drops/old/explain');
    const { body: drop } = await api.get<Drop>('free', '/v1/drops/old');
    expect([free.body.ev_usd.list?.wallets, free.body.ev_usd.p50]).toEqual([2, drop.ev_usd.p50]);
  });

  it('receives a point of the hype series and the current score after 60 s', async () => {
    const hourMs = Math.floor(Date.now() / HOUR_MS + 1) * HOUR_MS;
    const writtenMs = hourMs + 90_000;
    // The clock of the API is ahead of the database clock, which rejects points of unfinished hours.
    await api.db.query('ALTER TABLE points DISABLE TRIGGER points_reject_unfinished');
    await writePoint(api.db, 'old', hourMs, 1, writtenMs);
    await writeScore(api.db, 'old', writtenMs, null, hourMs);
    const scored = ({ signals, data }: HypeSeries) => [
      signals.filter(({ observed_at: at }) => at !== null).length > 0,
      data.at(-1)?.score !== null,
    ];
    const young = await responsesAt<HypeSeries>(writtenMs, BEFORE_DELAY_MS, '/v1/drops/old/hype?window=24h');
    expect([scored(young.free.body), scored(young.pro.body)]).toEqual([
      [false, false],
      [true, true],
    ]);
    const { free } = await responsesAt<HypeSeries>(writtenMs, AT_DELAY_MS, '/v1/drops/old/hype?window=24h');
    expect(scored(free.body)).toEqual([true, true]);
  });

  it('receives a new hour and a new day after 60 s', async () => {
    let [midnightMs, changedMs] = [0, 0];
    do {
      midnightMs = Math.floor(Date.now() / DAY_MS + 1) * DAY_MS;
      const today = new Date(midnightMs - DAY_MS).toISOString();
      changedMs = await api.apply([{ ...OLD, events: [eventDefinition('past', today)] }]);
      // Repeats if midnight passed before the revision was recorded.
    } while (changedMs >= midnightMs);
    const hype = await responsesAt<HypeSeries>(midnightMs, BEFORE_DELAY_MS, '/v1/drops/old/hype?window=24h');
    expect([hype.free.body.to, hype.pro.body.to].map(Date.parse)).toEqual([midnightMs - HOUR_MS, midnightMs]);
    const today = async (plan: 'free' | 'pro') =>
      (await api.get<Page<CalendarEvent>>(plan, '/v1/calendar')).body.data.length;
    // Alternates the plans: neither may receive the cached response of the other.
    expect([await today('pro'), await today('free'), await today('pro'), await today('free')]).toEqual([0, 1, 0, 1]);
    await api.at(midnightMs + AT_DELAY_MS);
    expect([await today('free'), await today('pro')]).toEqual([0, 0]);
  });

  // The counts of polls show a new drop at once, and times of polls the activity of the worker.
  it('receives reports on sources that were read up to the instant of its data', async () => {
    const sources = { defillama: 'old' };
    const changedMs = await api.apply([{ ...OLD, sources }]);
    await new SourceRepository(api.db).declare(
      [{ kind: 'poll', id: 'defillama', offReason: null, requestsPerMinute: 60, requestBurst: 10 }],
      Date.now(),
    );
    const young = await responsesAt<ServiceStatus>(changedMs, 1_000, '/v1/status');
    expect(young.pro.body.sources).toMatchObject([{ id: 'defillama', polls: 1 }]);
    expect([young.free.body.sources, young.free.body.finders, young.free.body.checked_at]).toEqual([null, null, null]);

    await api.apply([{ ...OLD, sources }, dropDefinition('fresh', { sources: { defillama: 'fresh' } })]);
    const { free } = await responsesAt<ServiceStatus>(Date.now(), 60_000, '/v1/status');
    expect(free.body.sources).toMatchObject([{ id: 'defillama', polls: 1 }]);
    expect(Date.parse(free.body.checked_at!)).toBeLessThanOrEqual(Date.parse(free.body.as_of));
  });

  it('receives the same entity tag until its delayed data changes', async () => {
    const changedMs = await api.apply([{ ...OLD, name: 'Older' }]);
    const tags = async (ageMs: number) => {
      const { free, pro } = await responsesAt(changedMs, ageMs, '/v1/drops');
      return [free.headers['etag'], pro.headers['etag']];
    };
    const [before, after] = await tags(1_000);
    expect(before).not.toBe(after);
    expect(await tags(BEFORE_DELAY_MS)).toEqual([before, after]);
    expect(await tags(AT_DELAY_MS)).toEqual([after, after]);
  });
});
