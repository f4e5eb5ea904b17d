import { SourceError, type Finder, type Found } from '@droptrack/sources';
import { startFakeServer } from '@droptrack/sources/testing';
import type { Sighting } from '@droptrack/discovery';
import { leaseTasks, SourceRepository, TaskRepository } from '@droptrack/persistence';
import { runOnce } from './candidates/run-once';
import { createDiscovery, type Discovery, marketSighting, NOW_MS } from './testing';
import { runFinders } from './run';

let discovery: Discovery;
beforeAll(async () => {
  discovery = await createDiscovery();
});
beforeEach(async () => {
  await discovery.empty();
  await discovery.db.query('TRUNCATE finders, tasks, task_sources');
});
afterAll(() => discovery.close());

const POLYMARKET = { kind: 'find', source: 'finder/polymarket', tasks: 1 } as const;
const LIMITS = { intervalMs: 3_600_000, timeoutMs: 5_000, requestsPerMinute: 6_000, requestsMax: 5 };
const saw = (...sightings: Sighting[]): Found => ({ sightings, gone: [], memory: { cursor: sightings.length } });
const finder = (find: Finder['read'], over: Partial<Finder> = {}): Finder => ({
  id: 'polymarket',
  source: 'polymarket',
  limits: LIMITS,
  origins: [],
  read: find,
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
  new SourceRepository(discovery.db).declare([{ kind: 'find', id: POLYMARKET.source, offReason: null }], NOW_MS);
const health = async () => (await new SourceRepository(discovery.db).readHealth(NOW_MS))[0]!;

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

  it('prints what a host announces about the requests', async () => {
    const source = await startFakeServer(() => ({ headers: { deprecation: 'true' }, body: {} }));
    const polymarket = finder(
      async ({ http }) => {
        await http.json(source.url);
        return saw();
      },
      { origins: [source.url] },
    );
    const { remarks } = await run([polymarket]);
    await source.close();
    expect(remarks).toContain(`${new URL(source.url).host} announces: deprecated`);
  });

  it('prints what is left of a run that the next ones continue', async () => {
    const polymarket = finder(async () => ({ ...saw(), progress: 'linea: 9 blocks are not read yet' }));
    expect((await run([polymarket])).remarks).toContain('linea: 9 blocks are not read yet');
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

  const leaseFor = async (leaseMs: number) => {
    await declare();
    const [leased] = await leaseTasks(discovery.db, [POLYMARKET], NOW_MS, { leaseMs });
    return leased!;
  };

  it('skips a finder whose lease another process renews', async () => {
    const leased = await leaseFor(15_000);
    const find = jest.fn<Promise<Found>, []>();
    const skipped = run([finder(find)]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await new TaskRepository(discovery.db).renew([leased], NOW_MS);
    expect(await skipped).toMatchObject({
      code: 1,
      text: expect.stringContaining('a worker or another `discover run` runs it now'),
    });
    expect(find).not.toHaveBeenCalled();
  });

  // A worker of the release before leases a finder for as long as a run can take.
  it('does not wait for a lease that is longer than those of this release', async () => {
    await leaseFor(600_000);
    expect(await run([finder(async () => saw())])).toMatchObject({
      code: 1,
      text: expect.stringContaining('runs it now, until 2026-11-23T12:10:00.000Z at the latest'),
    });
  });

  // Its lease ends without having been renewed.
  it('waits for the finder of a process that was killed, and runs it', async () => {
    await leaseFor(15_000);
    const waiting = run([finder(async () => saw(marketSighting('one')))]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await discovery.db.query(
      "UPDATE tasks SET leased_until = leased_until - interval '1 minute', due_at = due_at - interval '1 minute'",
    );
    expect(await waiting).toMatchObject({ code: 0, document: { data: [{ failure: null, added: 1 }] } });
  });

  it('records nothing if a worker has begun to run the finder since', async () => {
    await declare();
    const polymarket = finder(async () => {
      const later = NOW_MS + 3_600_000;
      await leaseTasks(discovery.db, [POLYMARKET], later, { leaseMs: 60_000 });
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
    expect(await health()).toMatchObject({ isRunning: false, failing: 0, lagMs: 0 });
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
    const slow = finder(() => new Promise(() => undefined), { limits: { ...LIMITS, timeoutMs: 20 } });
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
