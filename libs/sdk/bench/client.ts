import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTask } from 'node:timers/promises';
import type { Drop, Page } from '@droptrack/contracts';
import { Droptrack } from '../src';

/** Drops of a page, the maximum. */
const PAGE_DROPS = 100;
const KEY = 'dtk_bench';
/** Until then connections and buffers are allocated. */
const WARM_UP_PAGES = 10;

/** Starts a server that is cheap: a drop, always the same bytes, or a page of drops. @returns its port. */
export async function serveDrops(drops: number): Promise<number> {
  const one = JSON.stringify(madeUpDrop(1));
  const server = createServer({ keepAliveTimeout: 72_000 }, ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'req_0123456789abcdef',
    });
    response.end(pathname === '/v1/drops' ? page(Number(searchParams.get('cursor') ?? 0), drops) : one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Microseconds of processor time of a call through the client, or by `fetch` and `JSON.parse`. */
export async function cpuMicrosOfCall(port: number, by: 'client' | 'fetch', durationMs: number): Promise<number> {
  const { id } = madeUpDrop(1);
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = new Droptrack({ apiKey: KEY, baseUrl });
  const init = { headers: { accept: 'application/json', authorization: `Bearer ${KEY}` } };
  const plain = async () => JSON.parse(await (await fetch(`${baseUrl}/v1/drops/${id}`, init)).text()) as { id: string };
  const [began, beganCpu] = [performance.now(), process.cpuUsage()];
  let calls = 0;
  for (; performance.now() - began < durationMs; calls += 1) {
    const drop = await (by === 'client' ? client.drops.get(id) : plain());
    if (drop.id !== id) throw new RangeError('A response is of another drop');
  }
  const { user, system } = process.cpuUsage(beganCpu);
  return (user + system) / calls;
}

/** Maximum of pages that a walk over all drops holds at a time, the one that has just begun included. Needs `--expose-gc`. */
export async function pagesHeld(port: number): Promise<number> {
  const client = new Droptrack({ apiKey: KEY, baseUrl: `http://127.0.0.1:${port}` });
  /** A drop of each page; not the last drop, which the loop may hold. */
  const witnesses: WeakRef<object>[] = [];
  let [held, seen] = [0, 0];
  for await (const drop of client.drops.list({ limit: PAGE_DROPS })) {
    const place = seen++ % PAGE_DROPS;
    if (place === 1) witnesses.push(new WeakRef(drop));
    if (place !== 0) continue;
    // At the first drop of a page, when the page before may still be held. A task keeps its WeakRefs' targets alive.
    await nextTask();
    globalThis.gc?.();
    const alive = witnesses.filter((witness) => witness.deref() !== undefined).length;
    if (witnesses.length >= WARM_UP_PAGES || held === 0) held = Math.max(held, 1 + alive);
  }
  return held;
}

function page(from: number, drops: number): string {
  const to = Math.min(from + PAGE_DROPS, drops);
  const body: Page<Drop> = {
    data: Array.from({ length: to - from }, (_, index) => madeUpDrop(from + index)),
    has_more: to < drops,
    next_cursor: to < drops ? String(to) : null,
    as_of: '2026-01-01T00:00:00.000Z',
  };
  return JSON.stringify(body);
}

const madeUpDrop = (n: number): Drop => ({
  id: `aster-protocol-${n}`,
  name: `Aster Protocol ${n}`,
  chain: 'linea',
  chain_id: 59144,
  symbol: 'LINEA',
  token: 'eip155:59144/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
  status: 'live',
  hype_score: n % 101,
  hype_delta_7d: (n % 21) - 10,
  hype_confidence: (n % 101) / 100,
  rating: { reward: n % 101, legit: (n * 7) % 101, difficulty: (n * 13) % 101 },
  ev_usd: { p50: 310.25 + n, p10: 40.5 + n, p90: 1_900.75 + n, basis: 'forecast' },
  snapshot: { block: 20_000_000 + n, date: '2026-01-01T00:00:00.000Z' },
  launch_at: '2026-09-10T00:00:00.000Z',
  claim: { opens_at: '2026-09-10T13:00:00.000Z', closes_at: '2026-12-09T00:00:00.000Z', state: 'not_open' },
  tokens: '9361298700',
  wallets: 749662,
  cost_usd: 12.4,
  distribution: { method: 'merkle', checker: null },
  updated_at: '2026-01-01T00:00:05.000Z',
});
