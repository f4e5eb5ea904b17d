import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchContext } from './context';
import { mapValues } from './interleave';
import { fetchResponse } from '../load/client';
import { loadInterleaved, LoadProcess, type LoadRun, repeated } from './load/load-process';
import { getRequest } from '../load/requests';
import { LIVE_DROPS } from './load/requests';
import { BenchError } from '../processes/bench-error';
import { RedisServer, redisVersion } from '../processes/redis-server';
import { compareRates, type Measurement } from './report/measurement';
import { assertSameResponse, startApi } from './servers';

const TRIES = 5;
/** Maximum time until the API uses a Redis again that it had given up. */
const BACK_AFTER_MS = 1_000;

/** The API with its buckets in Redis, interleaved with a bare route that calls one script of Redis. */
export async function benchLimits(context: BenchContext): Promise<Measurement[]> {
  const { cleanup, scratch, cores, progress, plan } = context;
  if (redisVersion() === null) {
    progress('Limits in Redis are skipped: there is no redis-server on the PATH');
    return [];
  }
  const catalogue = await context.catalogues.of(plan.drops.small);
  const request = getRequest(LIVE_DROPS, catalogue.key);
  // On the load's processor, so that its work is not taken from the servers.
  const redis = await RedisServer.start({ cleanup, scratch, core: cores?.load ?? null });
  const api = await startApi(context, catalogue, { REDIS_URL: redis.url });
  const { status, headers, body } = await fetchResponse(api.port, request);
  const bare = await context.serve('yardsticks', 'redisRoute', { status, headers, body }, redis.url);
  assertSameResponse('The route with Redis', await fetchResponse(bare.port, request), { status, headers, body });
  const load = await LoadProcess.start(context);
  const { rounds } = await loadInterleaved(
    context,
    mapValues({ bare, api }, (server) => counted(context, redis, load.of({ server, requests: repeated(request) }))),
  );
  for (const each of [api, bare, load, redis]) await each.stop();
  const beside = { what: 'bare Fastify, one EVALSHA', rounds: rounds.bare };
  return compareRates({ what: 'GET /v1/drops, buckets in Redis', rounds: rounds.api }, beside, { atLeast: 0.9 });
}

/**
 * Verifies that every request was counted in Redis: while Redis is away the API counts alone, and a machine that stands
 * still has the same effect. Such a round is repeated.
 */
function counted({ progress }: Pick<BenchContext, 'progress'>, redis: RedisServer, run: LoadRun): LoadRun {
  return async (durationMs) => {
    let missing = 0;
    for (let left = TRIES; left > 0; left -= 1) {
      const before = await redis.scriptCalls();
      const result = await run(durationMs, { from: 0 });
      missing = result.next - ((await redis.scriptCalls()) - before);
      if (missing <= 0) return result;
      progress(`Redis did not count ${missing} of ${result.next} requests; repeating the round …`);
      await sleep(BACK_AFTER_MS);
    }
    throw new BenchError(`Redis did not count ${missing} requests, nor all of them in ${TRIES - 1} rounds before`);
  };
}
