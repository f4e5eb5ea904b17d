import { SourceError } from '@droptrack/connectors';
import { startFakeServer } from '@droptrack/connectors/testing';
import type { Sighting } from '@droptrack/discovery';
import type { Finder, Found } from '@droptrack/finders';
import { FinderRepository } from '@droptrack/persistence';
import { runOnce } from '../discover/run-once';
import { createDiscovery, type Discovery, marketSighting, NOW_MS } from './discover-testing';
import { runFinders } from './discover-run';

let discovery: Discovery;
beforeAll(async () => {
  discovery = await createDiscovery();
});
beforeEach(async () => {
  await discovery.empty();
  await discovery.db.query('TRUNCATE finders');
});
afterAll(() => discovery.close());

const LIMITS = { intervalMs: 3_600_000, runTimeoutMs: 5_000, requestsPerMinute: 6_000, requestsMax: 5 };
const saw = (...sightings: Sighting[]): Found => ({ sightings, gone: [], memory: { cursor: sightings.length } });
const finder = (find: Finder['find'], over: Partial<Finder> = {}): Finder => ({
  id: 'polymarket',
  source: 'polymarket',
  limits: LIMITS,
  origins: [],
  find,
  ...over,
});
const run = (finders: readonly Finder[], names: readonly string[] = [], stopping = new AbortController().signal) =>
  discovery.call<{ data: Record<string, unknown>[] }>((deps) =>
    runFinders(
      { names, newPerDayMax: 50 },
      { ...deps, run: runOnce, stopping, finders: { on: finders, off: new Map([['merkl', 'switched_off']]) } },
    ),
  );
const declare = () =>
  new FinderRepository(discovery.db).declare([{ id: 'polymarket', source: 'polymarket', offReason: null }], NOW_MS);
const health = async () => (await new FinderRepository(discovery.db).readHealth(NOW_MS))[0]!;

describe('discover run', () => {
  it('records what finders see, and prints a row for each', async () => {
    const polymarket = finder(async () => saw(marketSighting('one'), marketSighting('two')));
    const { code, text, remarks, document } = await run([polymarket]);
    expect(code).toBe(0);
    expect(text).toMatch(/^FINDER +SIGHTINGS +NEW +CHANGED +GONE +NEW CANDIDATES\npolymarket +2 +2 +0 +0 +2$/);
    expect(remarks).toContain('droptrack discover list');
    expect(document.data).toMatchObject([
      { finder: 'polymarket', failure: null, added: 2, candidates: [expect.any(Number), expect.any(Number)] },
    ]);
    expect((await run([polymarket])).document.data).toMatchObject([{ added: 0, changed: 0, candidates: [] }]);
  });

  it('continues from the state of the last run, and stores its own for the worker', async () => {
    await declare();
    const seen: unknown[] = [];
    const polymarket = finder(async ({ memory, sinceMs }) => {
      seen.push({ memory, sinceMs });
      return saw(marketSighting('one'));
    });
    await run([polymarket]);
    await run([polymarket]);
    expect(seen).toEqual([
      { memory: null, sinceMs: null },
      { memory: { cursor: 1 }, sinceMs: NOW_MS },
    ]);
    expect(await health()).toMatchObject({
      isRunning: false,
      answeredAtMs: NOW_MS,
      dueAtMs: NOW_MS + LIMITS.intervalMs,
    });
  });

  it('skips a finder that a worker runs', async () => {
    await declare();
    await new FinderRepository(discovery.db).lease([{ id: 'polymarket', leaseMs: 60_000 }], 1, NOW_MS);
    const find = jest.fn<Promise<Found>, []>();
    expect(await run([finder(find)])).toMatchObject({ code: 1, text: expect.stringContaining('a worker runs it now') });
    expect(find).not.toHaveBeenCalled();
  });

  it('records nothing if a worker has begun to run the finder since', async () => {
    await declare();
    const polymarket = finder(async () => {
      const later = NOW_MS + 3_600_000;
      await new FinderRepository(discovery.db).lease([{ id: 'polymarket', leaseMs: 60_000 }], 1, later);
      return saw(marketSighting('one'));
    });
    expect(await run([polymarket])).toMatchObject({
      code: 1,
      text: expect.stringContaining('this run is not recorded'),
    });
    expect(await discovery.db.query('SELECT FROM sightings')).toEqual([]);
  });

  it('runs the others after a failure, exits with code 1, and leaves the failed one to the worker', async () => {
    await declare();
    const failing = finder(() => Promise.reject(new SourceError('status', 'a.test: status 500\u001b[2J\nforged line')));
    const working = finder(async () => saw(marketSighting('one')), { id: 'snapshot', source: 'snapshot' });
    const { code, text, document } = await run([failing, working]);
    expect(code).toBe(1);
    expect(document.data).toMatchObject([{ failure: 'a.test: status 500�[2J�forged line' }, { added: 1 }]);
    expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(await health()).toMatchObject({ isRunning: false, failures: 0, lagMs: 0 });
  });

  it('sends the requests of a run through the limits of its finder', async () => {
    const server = await startFakeServer(() => ({ body: {} }));
    const greedy = finder(
      async ({ http }) => {
        for (;;) await http.json(`${server.url}/page`);
      },
      { origins: [server.url] },
    );
    expect((await run([greedy])).document.data).toMatchObject([
      { failure: expect.stringContaining('more than 5 requests') },
    ]);
    expect(server.requests).toHaveLength(LIMITS.requestsMax);
    await server.close();
  });

  it('ends a run that takes too long', async () => {
    const slow = finder(() => new Promise(() => undefined), { limits: { ...LIMITS, runTimeoutMs: 20 } });
    expect((await run([slow])).document.data).toMatchObject([
      { failure: expect.stringContaining('did not end within') },
    ]);
  });

  it('ends at an interruption, and releases the finder', async () => {
    await declare();
    const stop = new AbortController();
    const hanging = finder(() => {
      stop.abort();
      return new Promise(() => undefined);
    });
    await expect(run([hanging, hanging], [], stop.signal)).rejects.toMatchObject({ code: 'interrupted' });
    expect(await health()).toMatchObject({ isRunning: false });
  });

  it.each([
    [['polymarkt'], { code: 'invalid_argument', hint: 'Did you mean polymarket?' }],
    [['merkl'], { code: 'finder_off', message: expect.stringContaining('FINDERS_OFF') }],
  ])('rejects %j', (names, error) => expect(run([finder(async () => saw())], names)).rejects.toMatchObject(error));

  it('reports that every finder is off', () => expect(run([])).rejects.toMatchObject({ code: 'finders_off' }));
});
