import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from '../process/bench-error';
import type { Catalogues } from '../data/catalogue';
import { startApi } from '../http/servers';
import { interleave } from '../interleave';
import type { ServerProcess } from '../process/server-process';
import { cpuMsOf } from '../process/usage';
import type { Measurement } from '../report/measurement';
import type { BenchContext } from '../bench-context';
import { giveHistory, registerWebhook, webhookSettings } from './cost-data';
import { type PricedRoute, pricedRoutes } from './priced-routes';

/** Requests at once: as many transfers as a key may have. */
const LANES = 2;
/** The cheapest request, beside which all others are measured in the same rounds. */
const YARDSTICK = 'GET /v1/me';
/** Most processor time that a token may buy: 5 ms on a machine on which the yardstick takes 0.3 ms. */
const TIMES_MAX = 5 / 0.3;
/** Rounds without requests, to measure the idle share. */
const IDLE_ROUNDS = 5;
const LINE_FEED = 0x0a;

/** Processor time of the API that a token buys, route by route, through the API as it is in production. */
export async function benchCost(context: BenchContext, catalogues: Catalogues): Promise<Measurement[]> {
  const { plan, progress } = context;
  const catalogue = await catalogues.of(plan.http.drops.design);
  const drop = await giveHistory(context, catalogue);
  const api = await startApi(context, catalogue, '', webhookSettings());
  const webhook = await registerWebhook(api, catalogue.key);
  const routes = pricedRoutes({ drop, webhook, asOf: new Date(Date.now() - 1_000).toISOString() });
  progress('Asking every route for what it costs …');
  let idleShare = 0;
  const measures = Object.fromEntries(
    routes.map((route) => [
      route.name,
      () => cpuMsPerToken({ api, key: catalogue.key, route, durationMs: plan.cost.roundMs, idleShare }),
    ]),
  );
  for (const warmUp of Object.values(measures)) await warmUp();
  idleShare = await idleShareOf(api, IDLE_ROUNDS * plan.cost.roundMs);
  const rounds = await interleave(plan.cost.rounds, measures);
  await api.stop();
  return routes
    .map(({ name }): Measurement => ({
      bench: 'cost',
      what: name,
      unit: 'CPU ms/token',
      rounds: rounds[name] ?? [],
      ...(name !== YARDSTICK && {
        beside: { what: YARDSTICK, rounds: rounds[YARDSTICK] ?? [] },
        target: { atMost: TIMES_MAX },
      }),
    }))
    .filter((line) => line.rounds.every((figure) => Number.isFinite(figure)));
}

/** One route, asked for so long. */
interface Round {
  readonly api: ServerProcess;
  readonly key: string;
  readonly route: PricedRoute;
  readonly durationMs: number;
  /** Processor time that the API takes by itself, as a share of the time that passes. */
  readonly idleShare: number;
}

async function idleShareOf(api: ServerProcess, durationMs: number): Promise<number> {
  const [beganMs, beforeMs] = [performance.now(), cpuMsOf(api.pid) ?? Number.NaN];
  await sleep(durationMs);
  return ((cpuMsOf(api.pid) ?? Number.NaN) - beforeMs) / (performance.now() - beganMs);
}

/** @returns NaN where the system does not tell processor time. @throws {BenchError} for any answer but a success. */
async function cpuMsPerToken({ api, key, route, durationMs, idleShare }: Round): Promise<number> {
  const [beganMs, beforeMs] = [performance.now(), cpuMsOf(api.pid) ?? Number.NaN];
  let [asked, tokens] = [0, 0];
  const lane = async (): Promise<void> => {
    while (performance.now() < beganMs + durationMs) tokens += await ask(api, key, route, (asked += 1));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const usedMs = (cpuMsOf(api.pid) ?? Number.NaN) - beforeMs;
  return Math.max(0, usedMs - idleShare * (performance.now() - beganMs)) / tokens;
}

/** @returns the tokens that it cost. */
async function ask({ port }: ServerProcess, key: string, route: PricedRoute, n: number): Promise<number> {
  const { method, path, body } = route.request(n);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'accept-encoding': route.encoding ?? 'identity',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok)
    throw new BenchError(`${method} ${path} gave ${response.status}: ${bytes.toString().slice(0, 200)}`);
  return route.tokensOf?.(linesIn(bytes)) ?? 1;
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}
