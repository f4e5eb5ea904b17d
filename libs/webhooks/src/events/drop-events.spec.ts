import { presentDrop } from '@droptrack/catalogue';
import { archival, dropBody, dropChange, LOG_START_MS, logOf } from '@droptrack/catalogue/testing';
import { HYPE_THRESHOLDS } from '@droptrack/contracts';
import fc from 'fast-check';
import { EventDeriver } from './event-deriver';
import { eventsOfLog, EMPTY_LOG, recordedAt, bodiesOfLast } from './testing';

const drop = (over: Parameters<typeof dropBody>[0] = {}) => dropChange(dropBody(over));

describe('a revision of a drop', () => {
  it('publishes a new drop exactly as GET /v1/drops/{id} returns it', () => {
    expect(bodiesOfLast(drop())).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9A-Za-z_-]{22}$/),
        type: 'drop.created',
        api_version: 'v1',
        timestamp: recordedAt(1),
        sequence: 1,
        data: { object: presentDrop(dropBody(), LOG_START_MS + 1_000), previous: {} },
      },
    ]);
  });

  // The exact text matters: receivers may store signatures and ids.
  it('has stable bytes', () => {
    const [created] = eventsOfLog(logOf([drop()]));
    expect(created).toEqual({
      id: created!.id,
      type: 'drop.created',
      seq: 1,
      dropId: 'linea',
      chain: 'linea',
      hype: 65,
      recordedAtMs: LOG_START_MS + 1_000,
      body:
        '{"id":"evt_3oWW6MXTaaXufMXBd8GXc3","type":"drop.created","api_version":"v1",' +
        '"timestamp":"2026-08-22T10:00:01.000Z","sequence":1,"data":{"object":{"id":"linea","name":"Linea",' +
        '"chain":"linea","chain_id":59144,"symbol":"LINEA",' +
        '"token":"eip155:59144/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04","status":"upcoming",' +
        '"hype_score":65,"hype_delta_7d":12,"hype_confidence":0.86,' +
        '"rating":{"reward":47,"legit":82,"difficulty":35},"ev_usd":{"p50":87.04,"p10":7.1,"p90":1066.67,"basis":"forecast"},' +
        '"snapshot":{"block":21450000,"date":"2026-07-10T00:00:00.000Z"},"launch_at":"2026-09-10T00:00:00.000Z",' +
        '"claim":{"opens_at":"2026-09-10T13:00:00.000Z","closes_at":"2026-12-09T00:00:00.000Z","state":"not_open"},' +
        '"tokens":"9361298700","wallets":749662,"cost_usd":12.5,' +
        '"distribution":{"method":"merkle","checker":null},' +
        '"updated_at":"2026-08-22T10:00:01.000Z"},"previous":{}}}',
    });
  });

  it('contains the previous values of the changed members only', () => {
    const after = dropBody({ cost_usd: null, rating: { reward: 48, legit: 82, difficulty: 35 } });
    expect(bodiesOfLast(drop(), dropChange(after))).toMatchObject([
      {
        type: 'drop.updated',
        sequence: 2,
        data: {
          object: presentDrop(after, LOG_START_MS + 2_000),
          previous: { cost_usd: 12.5, rating: { reward: 47, legit: 82, difficulty: 35 } },
        },
      },
    ]);
    const data = bodiesOfLast(drop(), dropChange(after))[0]!.data;
    expect(Object.keys(data.previous)).toEqual(['rating', 'cost_usd']);
  });

  it('publishes a change of status once, with all other changes', () => {
    expect(bodiesOfLast(drop(), drop({ status: 'live', cost_usd: 3 }))).toMatchObject([
      {
        type: 'drop.status_changed',
        data: { object: { status: 'live' }, previous: { status: 'upcoming', cost_usd: 12.5 } },
      },
    ]);
  });

  it('publishes a backward correction as a change of status', () => {
    expect(bodiesOfLast(drop({ status: 'tge' }), drop({ status: 'live' }))).toMatchObject([
      { type: 'drop.status_changed', data: { object: { status: 'live' }, previous: { status: 'tge' } } },
    ]);
  });

  it('publishes an archived drop with its last state, and a restored one as new', () => {
    const [archived] = bodiesOfLast(drop({ hype_score: 71 }), archival('drop', 'linea'));
    expect(archived).toMatchObject({ type: 'drop.archived', timestamp: recordedAt(2), sequence: 2 });
    expect(archived!.data).toEqual({
      object: presentDrop(dropBody({ hype_score: 71 }), LOG_START_MS + 1_000),
      previous: {},
    });
    expect(bodiesOfLast(drop({ hype_score: 30 }), archival('drop', 'linea'), drop({ hype_score: 90 }))).toMatchObject([
      { type: 'drop.created', data: { previous: {} } },
    ]);
    expect(bodiesOfLast(archival('drop', 'linea'))).toEqual([]);
  });
});

const crossings = (...scores: (number | null)[]) =>
  eventsOfLog(logOf(scores.map((hype_score) => drop({ hype_score }))))
    .filter(({ type }) => type === 'hype.threshold_crossed')
    .map(({ body }) => JSON.parse(body).data.object)
    .map(({ threshold, direction, hype_score }) => [direction, threshold, hype_score]);

describe('thresholds of the hype score', () => {
  it('fire upward when reached, and downward 5 points below', () => {
    expect(crossings(49, 50, 46, 51, 45, 50)).toEqual([
      ['up', 50, 50],
      ['down', 50, 45],
      ['up', 50, 50],
    ]);
    expect(bodiesOfLast(drop({ hype_score: 69 }), drop({ hype_score: 71 }))).toMatchObject([
      { type: 'drop.updated', data: { previous: { hype_score: 69 } } },
      {
        type: 'hype.threshold_crossed',
        sequence: 2,
        data: { object: { id: 'linea', hype_score: 71, threshold: 70, direction: 'up' }, previous: { hype_score: 69 } },
      },
    ]);
  });

  it('fire one by one in the order of a jump, each with its own id', () => {
    expect(crossings(10, 99, 0)).toEqual([
      ['up', 50, 99],
      ['up', 70, 99],
      ['up', 85, 99],
      ['down', 85, 0],
      ['down', 70, 0],
      ['down', 50, 0],
    ]);
    const ids = eventsOfLog(logOf([drop({ hype_score: 10 }), drop({ hype_score: 99 })])).map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
  });

  it('become active without an event for a new or restored drop above them', () => {
    expect(crossings(90, 65)).toEqual([
      ['down', 85, 65],
      ['down', 70, 65],
    ]);
    const back = [
      drop({ hype_score: 90 }),
      archival('drop', 'linea'),
      drop({ hype_score: 10 }),
      drop({ hype_score: 55 }),
    ];
    expect(bodiesOfLast(...back)).toMatchObject([
      { type: 'drop.updated' },
      { data: { object: { threshold: 50, direction: 'up' } } },
    ]);
  });

  // Its first reading is no rise: nothing was measured before it.
  it('do not fire for the first score of a drop, and fire for the next one', () => {
    expect(crossings(null, 71)).toEqual([]);
    expect(bodiesOfLast(drop({ hype_score: null }), drop({ hype_score: 71 }))).toMatchObject([
      { type: 'drop.updated', data: { object: { hype_score: 71 }, previous: { hype_score: null } } },
    ]);
    expect(crossings(null, 71, null, 90, 40)).toEqual([
      ['down', 85, 40],
      ['down', 70, 40],
      ['down', 50, 40],
    ]);
  });

  // The case at the first start on an existing log, and after an operator changes the thresholds.
  it('are derived from the previous score without a record, and new ones become active without an event', () => {
    const [before, after] = logOf([drop({ hype_score: 72 }), drop({ hype_score: 60 })]) as [never, never];
    const withoutRecord = new EventDeriver({ ...EMPTY_LOG, latestRevisions: [before] });
    expect(withoutRecord.derive(after).map(({ type }) => type)).toEqual(['drop.updated', 'hype.threshold_crossed']);
    expect([...withoutRecord.changedThresholds]).toEqual([['linea', [50]]]);

    const state = { ...EMPTY_LOG, latestRevisions: [before], activeThresholds: [['linea', [50, 70]]] as const };
    const changed = new EventDeriver(state, { scores: [40, 55], hysteresis: 5 });
    expect(changed.derive(after).map(({ type }) => type)).toEqual(['drop.updated']);
    expect([...changed.changedThresholds]).toEqual([['linea', [40, 55]]]);
  });

  // Receivers act on these events: jitter around a threshold must not fire repeatedly.
  it('fire alternately up and down, and never within the hysteresis', () => {
    const walk = fc
      .tuple(
        fc.integer({ min: 0, max: 100 }),
        fc.array(fc.integer({ min: -12, max: 12 }), { maxLength: 200, size: 'max' }),
      )
      .map(([start, steps]) => {
        let score = start;
        return [start, ...steps.map((step) => (score = Math.min(100, Math.max(0, score + step))))];
      });
    fc.assert(
      fc.property(walk, (scores) => {
        const all = crossings(...scores);
        for (const threshold of HYPE_THRESHOLDS.scores) {
          const own = all.filter(([, each]) => each === threshold);
          let isActive = scores[0]! >= threshold;
          for (const [direction, , score] of own) {
            expect(direction).toBe(isActive ? 'down' : 'up');
            if (isActive) expect(score).toBeLessThanOrEqual(threshold - HYPE_THRESHOLDS.hysteresis);
            else expect(score).toBeGreaterThanOrEqual(threshold);
            isActive = !isActive;
          }
          const last = scores.at(-1)!;
          if (last >= threshold) expect(isActive).toBe(true);
          if (last <= threshold - HYPE_THRESHOLDS.hysteresis) expect(isActive).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });
});
