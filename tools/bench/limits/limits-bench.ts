import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from '../process/bench-error';
import type { Catalogues } from '../data/catalogue';
import { LIVE_DROPS, wireRequest } from '../http/requests';
import { startApi, startYardstick } from '../http/servers';
import { fetchAnswer } from '../load/fetch-answer';
import { askInTurn } from '../load/in-turn';
import { LoadProcess } from '../load/load-process';
import { again, type Ask, askOf } from '../load/subject';
import type { Measurement } from '../report/measurement';
import { compareRates } from '../report/rates';
import type { BenchContext } from '../bench-context';
import { RedisServer, redisVersion } from './redis-server';

const TRIES = 5;
/** After this long at most the API is back at a Redis that it had given up. */
const BACK_AFTER_MS = 1_000;

/** The API with its buckets in Redis, in turn with a bare route that asks Redis once. */
export async function benchLimits(context: BenchContext, catalogues: Catalogues): Promise<Measurement[]> {
  if (redisVersion() === null) {
    context.progress('Limits in Redis are left out: there is no redis-server on the PATH');
    return [];
  }
  const catalogue = await catalogues.of(context.plan.http.drops.small);
  const request = wireRequest(LIVE_DROPS, catalogue.key);
  const redis = await RedisServer.start(context);
  const api = await startApi(context, catalogue, redis.url);
  const bare = await startYardstick(context, {
    name: 'The bare route with Redis',
    program: 'redis-yardstick.cjs',
    args: [redis.url],
    answer: await fetchAnswer(api.port, request),
  });
  const load = await LoadProcess.start(context);
  const { rounds } = await askInTurn(context, {
    bare: counted(context, redis, askOf(context, load, { server: bare, requests: again(request) })),
    api: counted(context, redis, askOf(context, load, { server: api, requests: again(request) })),
  });
  for (const { stop } of [api, bare]) await stop();
  for (const helper of [load, redis]) await helper.stop();
  const beside = { what: 'bare Fastify, one EVALSHA', rounds: rounds.bare };
  return compareRates('limits', { what: 'GET /v1/drops, buckets in Redis', rounds: rounds.api }, beside, {
    atLeast: 0.8,
  });
}

/**
 * Makes sure that every request was counted in Redis: while Redis is away the API counts by itself. A machine at a
 * standstill looks the same to it; what was asked meanwhile is left out, and asked again.
 */
function counted({ progress }: Pick<BenchContext, 'progress'>, redis: RedisServer, ask: Ask): Ask {
  return async (durationMs) => {
    let missing = 0;
    for (let left = TRIES; left > 0; left -= 1) {
      const before = await redis.scriptCalls();
      const result = await ask(durationMs);
      missing = result.asked - ((await redis.scriptCalls()) - before);
      if (missing <= 0) return result;
      progress(`Redis did not count ${missing} of ${result.asked} requests; asking again …`);
      await sleep(BACK_AFTER_MS);
    }
    throw new BenchError(`Redis did not count ${missing} requests, nor all of them in ${TRIES - 1} rounds before`);
  };
}
