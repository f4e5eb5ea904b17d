import { setTimeout as pause } from 'node:timers/promises';
import { fact } from '@droptrack/catalogue/testing';
import { ApiKeyRepository, applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { builtProgram, freePort, type Program, startProgram } from '@droptrack/program/testing';
import { type Drop, Droptrack } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { changeDrops, heads, storedEvents } from './stream-log';

const KILLS = 30;
const TIMEOUT_MS = 600_000;
const IDS = ['linea', 'zora', 'base', 'scroll'];

describe('the SDK and an API that is killed', () => {
  let test: TestDatabase;
  let db: Database;
  let program: Program | null = null;
  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
    const definitions = IDS.map((id) => dropDefinition(id, { chain: fact(id === 'base' ? 'base' : 'ethereum') }));
    await applyDefinitions(db, { origin: 'test', definitions, nowMs: Date.now() });
    await publishAllEvents(db);
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
    `returns every event once and in order, and follows all drops, over ${KILLS} SIGKILLs under load`,
    async () => {
      const port = await freePort();
      const terms = { plan: 'scale', label: 'test', requestsPerMinute: 1_000_000 } as const;
      const { secret: apiKey } = await new ApiKeyRepository(db).issue(terms);
      const baseUrl = `http://127.0.0.1:${port}`;
      const client = new Droptrack({ apiKey, baseUrl, maxRetries: 100_000, sleep: async () => void (await pause(10)) });
      await startApi(port);

      let target = Infinity;
      const ids: string[] = [];
      let positions = 0;
      const receiving = (async () => {
        for await (const message of client.stream({ after: 0 })) {
          if (message.type === 'reset') throw new Error(`reset: ${message.reason}`);
          if (message.type !== 'position') ids.push(message.id);
          else {
            positions += 1;
            if (message.sequence >= target) return;
          }
        }
      })();
      const followed = new Map<string, Drop>();
      const following = (async () => {
        for await (const { drops, ...step } of client.drops.follow()) {
          if (step.type !== 'position' || step.sequence < target) continue;
          return drops.forEach((drop, id) => followed.set(id, drop));
        }
      })();
      let isOver = false;
      const writing = (async () => {
        for (let n = 0; !isOver; n += 1) {
          const score = 20 + ((n * 37) % 80); // Crosses thresholds: several events of one position.
          await changeDrops(db, [
            [IDS[n % 4]!, { hype_score: score }],
            [IDS[(n + 1) % 4]!, { hype_score: 100 - score }],
          ]);
          await publishAllEvents(db);
          await pause(10);
        }
      })();
      for (let round = 0; round < KILLS; round += 1) {
        await pause((round * 53) % 400); // Spreads the kills over connects, replays and live events.
        await program!.kill();
        await startApi(port);
      }
      isOver = true;
      await writing;
      target = (await heads(db)).log;
      await program!.kill(); // A new connection states its position.
      await startApi(port);
      await Promise.all([receiving, following]);

      const events = await storedEvents(db);
      expect(events.length).toBeGreaterThan(KILLS);
      expect(ids).toEqual(events.map(({ id }) => id));
      const list = await client.drops.list({ limit: 100 }).toArray({ limit: 100 });
      expect(followed).toEqual(new Map(list.map((drop) => [drop.id, drop])));
      process.stderr.write(`${ids.length} events, ${positions} positions\n`);
    },
    TIMEOUT_MS,
  );
});
