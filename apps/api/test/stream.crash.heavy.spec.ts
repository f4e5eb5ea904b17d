import { setTimeout as pause } from 'node:timers/promises';
import { fact } from '@droptrack/catalogue/testing';
import { ApiKeyRepository, applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { builtProgram, freePort, type Program, startProgram } from '@droptrack/program/testing';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { ResumingClient } from './resuming-client';
import { changeDrops, heads, type StoredEvent, storedEvents } from './stream-log';
import { until } from './until';

/** `STREAM_KILLS` sets another number for a quick run. */
const KILLS = Number(process.env['STREAM_KILLS'] ?? 100);
/** A slow machine starts the API in 10 s. */
const TIMEOUT_MS = 1_800_000;
const IDS = ['linea', 'zora', 'base', 'scroll'];

const FILTERS: readonly (readonly [string, (event: StoredEvent) => boolean])[] = [
  ['', () => true],
  ['type=drop.*', ({ type }) => type.startsWith('drop.')],
  ['type=hype.*', ({ type }) => type.startsWith('hype.')],
  ['drop=linea,base', ({ drop }) => drop === 'linea' || drop === 'base'],
  ['chain=base', ({ chain }) => chain === 'base'],
];

describe('streams of an API that is killed', () => {
  let test: TestDatabase;
  let db: Database;
  let program: Program | null = null;
  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
    const definitions = IDS.map((id) => dropDefinition(id, { chain: fact(id === 'base' ? 'base' : 'ethereum') }));
    await applyDefinitions(db, { origin: 'test', definitions, nowMs: Date.now() });
  });
  afterAll(async () => {
    await program?.kill();
    await db.close();
    await test.drop();
  });

  async function startApi(port: number): Promise<void> {
    const settings = { DATABASE_URL: test.url, PORT: String(port), METRICS_PORT: '0', LOG_LEVEL: 'silent' };
    program = await startProgram(builtProgram('api'), settings);
  }

  it(
    `lose no event over ${KILLS} SIGKILLs while events are published, whatever their filter`,
    async () => {
      const port = await freePort();
      const { secret } = await new ApiKeyRepository(db).issue({ plan: 'scale', label: 'test' });
      const clients = FILTERS.map(
        ([query]) => new ResumingClient(`http://127.0.0.1:${port}/v1/stream?after=0&${query}`, secret),
      );
      const running = clients.map((client) => client.run());
      let isOver = false;
      const writing = (async () => {
        for (let n = 0; !isOver; n += 1) {
          const score = 20 + ((n * 37) % 80); // Crosses thresholds: several events of one sequence.
          await changeDrops(db, [
            [IDS[n % 4]!, { hype_score: score }],
            [IDS[(n + 1) % 4]!, { hype_score: 100 - score }],
          ]);
          await publishAllEvents(db);
          await pause(50); // The log must not outgrow the longest replay while the API starts on a busy machine.
        }
      })();
      // A client that outlives a failed test keeps the process of the tests.
      try {
        for (let kill = 0; kill < KILLS; kill += 1) {
          await startApi(port);
          // The first life gives every client an id; in every fifth one, each resumes before the kill.
          if (kill === 0) await until(() => Promise.resolve(clients.every(({ reached }) => reached > 0)));
          else if (kill % 5 === 0) await until(() => Promise.resolve(clients.every(({ hasResumed }) => hasResumed)));
          else await pause((kill * 53) % 400); // Spreads the kills over connects, replays and live events.
          await program!.kill();
        }
        isOver = true;
        await writing;
        await startApi(port);
        const { log } = await heads(db);
        while (clients.some(({ reached }) => reached < log)) await pause(20);
      } finally {
        isOver = true;
        clients.forEach((client) => client.stop());
        await Promise.all(running);
      }
      const events = await storedEvents(db);
      expect(events.length).toBeGreaterThan(KILLS);
      for (const [index, [, passes]] of FILTERS.entries()) {
        const seen = [...new Set(clients[index]!.ids)];
        expect(seen).toEqual(events.filter(passes).map(({ id }) => id));
        // Otherwise one replay of the whole log at the end would do.
        expect(clients[index]!.resumes).toBeGreaterThanOrEqual(Math.floor((KILLS - 1) / 5));
      }
      process.stderr.write(`${events.length} events, ${clients.map(({ ids }) => ids.length).join(', ')} received\n`);
    },
    TIMEOUT_MS,
  );
});
