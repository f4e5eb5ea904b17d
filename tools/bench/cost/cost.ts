import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_RULESET, type HypeInput, scoreHype } from '@droptrack/scoring';
import type { BenchContext } from '../context';
import type { Catalogue } from '../data/catalogue';
import { evmDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { interleave } from '../interleave';
import { loadList } from '../lists/load';
import { writeList } from '../lists/list-file';
import { type PricedRoute, pricedRoutes } from './priced-routes';
import { BenchError } from '../../processes/bench-error';
import type { RunningProgram } from '../../processes/server-process';
import { known, line, type Measurement } from '../report/measurement';
import { startApi } from '../servers';

/** Requests in flight: as many transfers as a key may have. */
const LANES = 2;
/** The cheapest request. */
const YARDSTICK = 'GET /v1/me';
/** Maximum CPU time of a token: 5 ms on a machine on which the yardstick takes 0.3 ms. */
const TIMES_MAX = 5 / 0.3;
/** Rounds without requests, to measure the CPU time of an idle API. */
const IDLE_ROUNDS = 5;
const ROUNDS = 5;
const LINE_FEED = 0x0a;
const HOUR_MS = 3_600_000;

/** CPU time of the API per token, route by route. */
export async function benchCost(context: BenchContext): Promise<Measurement[]> {
  const { plan, progress } = context;
  const roundMs = (plan.roundMs * 2) / 3;
  const catalogue = await context.catalogues.of(plan.drops.design);
  const drop = await addHistory(context, catalogue);
  const api = await startApi(context, catalogue);
  const routes = pricedRoutes(drop, new Date(Date.now() - 1_000).toISOString());
  progress(`Measuring ${routes.length} routes …`);
  let idleShare = 0;
  const variants = Object.fromEntries(
    routes.map((route) => [
      route.name,
      () => cpuMsPerToken({ api, key: catalogue.key, route, durationMs: roundMs, idleShare }),
    ]),
  );
  await interleave(1, variants);
  idleShare = await idleShareOf(api, IDLE_ROUNDS * roundMs);
  const rounds = await interleave(context.rounds(ROUNDS), variants);
  await api.stop();
  const beside = { what: YARDSTICK, rounds: rounds[YARDSTICK] ?? [] };
  return known(
    routes.map(({ name }) => ({
      ...line(name, 'CPU ms/token', rounds[name] ?? []),
      ...(name !== YARDSTICK && { beside, target: { atMost: TIMES_MAX } }),
    })),
  );
}

interface Round {
  readonly api: RunningProgram;
  readonly key: string;
  readonly route: PricedRoute;
  readonly durationMs: number;
  /** CPU time of an idle API, as a share of the time that passes. */
  readonly idleShare: number;
}

async function idleShareOf(api: RunningProgram, durationMs: number): Promise<number> {
  const [beganMs, beforeMs] = [performance.now(), api.cpuMs];
  await sleep(durationMs);
  return (api.cpuMs - beforeMs) / (performance.now() - beganMs);
}

/** NaN where the system does not report CPU time. @throws {BenchError} for a response that is no success. */
async function cpuMsPerToken({ api, key, route, durationMs, idleShare }: Round): Promise<number> {
  const [beganMs, beforeMs] = [performance.now(), api.cpuMs];
  let [sent, tokens] = [0, 0];
  const lane = async (): Promise<void> => {
    while (performance.now() < beganMs + durationMs) tokens += await tokensOf(api, key, route, (sent += 1));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const usedMs = api.cpuMs - beforeMs;
  return Math.max(0, usedMs - idleShare * (performance.now() - beganMs)) / tokens;
}

/** Sends the n-th request of a route. @returns its price in tokens. */
async function tokensOf({ port }: RunningProgram, key: string, route: PricedRoute, n: number): Promise<number> {
  const [path, body] = [route.path(n), route.body?.(n)];
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'accept-encoding': route.encoding ?? 'identity',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new BenchError(`${path} returned ${response.status}: ${bytes.toString().slice(0, 200)}`);
  return route.tokensOf?.(linesIn(bytes)) ?? 1;
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

/** Adds a list and a history of full hours to a drop of the catalogue. @returns its id. */
async function addHistory(context: BenchContext, { databaseUrl }: Catalogue): Promise<string> {
  const { points, wallets } = context.sizes({ points: 8_760, wallets: 100_000 }, { points: 50, wallets: 1_500 });
  const [drop = ''] = evmDrops(1);
  await loadList(context, databaseUrl, { drop, list: await writeList(context, wallets), hasTree: false });
  const db = openBenchDatabase(databaseUrl);
  try {
    const lastMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    await db.query(
      `INSERT INTO points (drop_id, hour, score, confidence, prior, ruleset, signals, recorded_at)
       SELECT $1, hour, $2, $3, $4, $5, $6, hour
       FROM generate_series(0, $8::int - 1) AS n, LATERAL (SELECT to_timestamp($7::float8 / 1000) - n * interval '1 hour' AS hour) AS at`,
      [drop, ...pointOf(lastMs), lastMs, points],
    );
    await db.query('VACUUM ANALYZE');
    return drop;
  } finally {
    await db.close();
  }
}

/** Score, confidence, prior, ruleset and signals of an hour with a reading of every signal. */
function pointOf(atMs: number): unknown[] {
  const dayValues = Array.from({ length: 28 }, (_, day) => 100 + day);
  const reading = { value: 110, observedAtMs: atMs, dayValues };
  const signals: HypeInput['signals'] = Object.fromEntries(DEFAULT_RULESET.hype.signals.map(({ id }) => [id, reading]));
  const { score, confidence, prior, ruleset, signals: scored } = scoreHype({ atMs, signals });
  return [score, confidence, prior, ruleset, Object.fromEntries(scored.map(({ id, z: _, ...signal }) => [id, signal]))];
}
