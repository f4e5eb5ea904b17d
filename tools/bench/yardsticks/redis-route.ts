import fastify from 'fastify';
import { Redis } from 'ioredis';
import { announce } from '../process/child-program';
import { KEEP_ALIVE_TIMEOUT_MS, readFixedResponse } from './fixed-response';

// The yardstick of shared limits: one route of a bare Fastify that takes a token from a bucket in Redis and sends one
// captured response. It checks no key and no query.
const [file, redisUrl = ''] = process.argv.slice(2);
const { status, headers, bytes } = readFixedResponse(file);
/** More than the load can take. */
const BUCKET = { capacity: 10_000_000, perSecond: 1_000_000 } as const;

/** A token bucket on Redis' own clock. KEYS: the bucket. ARGV: capacity, tokens a second. Returns 1 for a token, else 0. */
const TOKEN_BUCKET = `
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local capacity, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(kept[1]) or capacity
tokens = math.min(capacity, tokens + math.max(0, now - (tonumber(kept[2]) or now)) * rate)
local admitted = 0
if tokens >= 1 then
  tokens = tokens - 1
  admitted = 1
end
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', time[1] .. '.' .. string.format('%06d', time[2]))
redis.call('PEXPIRE', KEYS[1], math.ceil(1000 * capacity / rate))
return admitted
`;

async function main(): Promise<void> {
  const redis = new Redis(redisUrl);
  const sha = String(await redis.script('LOAD', TOKEN_BUCKET));
  const app = fastify({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS });
  app.get('/v1/drops', async (_request, reply) => {
    const admitted = await redis.evalsha(sha, 1, 'yardstick:bucket', BUCKET.capacity, BUCKET.perSecond);
    if (admitted !== 1) return reply.code(429).send();
    return reply.code(status).headers(headers).send(bytes);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  announce(app.server.address());
}

void main();
