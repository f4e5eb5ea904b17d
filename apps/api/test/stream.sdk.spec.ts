import type { DropDefinition } from '@droptrack/catalogue';
import { fact } from '@droptrack/catalogue/testing';
import { Droptrack, type DropsUpdate, type StreamMessage } from '@droptrack/sdk';
import * as fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import { runs } from '../../../tools/test/runs';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { startApi, type TestApi } from './harness';
import { until } from './until';

/** Network whose connections can be lost. A stream states its position whenever it is opened again. */
class Network {
  readonly #open = new Set<AbortController>();

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const connection = new AbortController();
    this.#open.add(connection);
    init.signal?.addEventListener('abort', () => connection.abort());
    return fetch(url, { ...init, signal: connection.signal });
  };

  /** Loses all connections, in the middle of what they transfer. */
  lose(): void {
    for (const connection of this.#open) connection.abort(new TypeError('terminated'));
    this.#open.clear();
  }
}

describe('the stream through the SDK', () => {
  let api: TestApi;
  let baseUrl: string;
  let apiKey: string;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')]);
    await publishAllEvents(api.db);
    baseUrl = await api.listen();
    apiKey = (await api.issueKey('scale', { requestsPerMinute: 1_000_000 })).secret;
  });
  afterAll(() => api.stop());

  const connect = (network: Network): Droptrack =>
    new Droptrack({
      apiKey,
      baseUrl,
      maxRetries: 100,
      fetch: network.fetch,
      sleep: async () => void (await pause(5)),
    });
  /** Ends a loop that would never end. */
  const within = () => ({ signal: AbortSignal.timeout(25_000) });
  const write = async (definitions: readonly DropDefinition[]): Promise<void> => {
    await api.apply(definitions);
    await publishAllEvents(api.db);
  };
  const head = async (): Promise<number> => {
    const [row] = await api.db.query<{ seq: number }>('SELECT seq::float8 AS seq FROM event_head');
    return row?.seq ?? 0;
  };

  const catalogues = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
      chain: fc.constantFrom('base', 'linea'),
      name: fc.nat(3),
    }),
    { selector: ({ id }) => id, minLength: 1 },
  );
  const definitionsOf = (rows: readonly { id: string; chain: string; name: number }[]) =>
    rows.map(({ id, chain, name }) => dropDefinition(id, { chain: fact(chain), name: `${id} ${name}` }));
  const steps = fc.array(fc.record({ rows: catalogues, loses: fc.boolean() }), { minLength: 2, maxLength: 5 });

  it('follows the drops of the list through any writes and lost connections', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom({}, { chain: 'base' }), async (writes, query) => {
        const network = new Network();
        const client = connect(network);
        let target = Infinity;
        const writing = (async () => {
          for (const { rows, loses } of writes) {
            await write(definitionsOf(rows));
            if (loses) network.lose();
          }
          target = await head();
          network.lose();
        })();
        const followed = new Map<string, unknown>();
        for await (const { drops, ...step } of client.drops.follow(query, within())) {
          if (step.type !== 'position') continue;
          if (step.sequence < target) {
            if (target < Infinity) network.lose();
            continue;
          }
          drops.forEach((drop, id) => followed.set(id, drop));
          break;
        }
        await writing;
        const list = await client.drops.list({ ...query, limit: 100 }).toArray({ limit: 100 });
        expect(followed).toEqual(new Map(list.map((drop) => [drop.id, drop])));
      }),
      { numRuns: runs(3, 10) },
    );
  });

  it('returns each event of the log once and in order, whenever the connection is lost', async () => {
    const network = new Network();
    const client = connect(network);
    const after = await head();
    let target = Infinity;
    const writing = (async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        await write(
          definitionsOf([
            { id: 'a', chain: 'base', name: turn },
            { id: turn % 2 ? 'b' : 'c', chain: 'linea', name: turn },
          ]),
        );
        if (turn % 3 === 0) network.lose();
      }
      target = await head();
      network.lose();
    })();
    const received: StreamMessage[] = [];
    for await (const message of client.stream({ after }, within())) {
      if (message.type !== 'position') received.push(message);
      else if (message.sequence >= target) break;
      else if (target < Infinity) network.lose();
    }
    await writing;
    const rows = await api.db.query<{ body: string }>('SELECT body FROM events WHERE seq > $1 ORDER BY seq, place', [
      after,
    ]);
    expect(rows.length).toBeGreaterThan(20);
    expect(received).toEqual(rows.map(({ body }) => JSON.parse(body)));
  });

  it('closes the connection when the loop ends', async () => {
    const open = async () => /^droptrack_streams (\d+)$/m.exec(await api.metrics())?.[1];
    const listed: DropsUpdate['type'][] = [];
    for await (const { type } of connect(new Network()).drops.follow({}, within())) {
      listed.push(type);
      if (type === 'position') {
        expect(await open()).toBe('1');
        break;
      }
    }
    expect(listed).toEqual(['listed', 'position']);
    await until(async () => (await open()) === '0');
  });

  it('ends with the error of a key that is revoked meanwhile', async () => {
    const { key, secret } = await api.issueKey('pro');
    const client = new Droptrack({ apiKey: secret, baseUrl, sleep: async () => undefined });
    const loop = async () => {
      for await (const { type } of client.stream({}, within())) if (type === 'position') await api.revokeKey(key.id);
    };
    await expect(loop()).rejects.toMatchObject({ name: 'AuthenticationError', code: 'revoked_api_key' });
  });
});
