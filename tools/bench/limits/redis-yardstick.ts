import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { Redis } from 'ioredis';
import { KEEP_ALIVE_TIMEOUT_MS, sentHeaders } from '../http/sent-headers';
import type { WireAnswer } from '../load/fetch-answer';
import { announce } from '../process/child-server';
import { TOKEN_BUCKET } from './token-bucket-script';

// The yardstick of limits that instances share: one route of a bare Fastify that takes a token from one bucket in
// Redis, waits for the outcome, and sends an answer made beforehand. It looks at no key and at no query.
const [file = '', redisUrl = ''] = process.argv.slice(2);
const answer = JSON.parse(readFileSync(file, 'utf8')) as WireAnswer;
const bytes = Buffer.from(answer.body);
const headers = sentHeaders(answer);
/** More than anybody can ask. */
const BUCKET = { capacity: 10_000_000, perSecond: 1_000_000 } as const;

async function main(): Promise<void> {
  const redis = new Redis(redisUrl);
  const sha = String(await redis.script('LOAD', TOKEN_BUCKET));
  const app = fastify({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS });
  app.get('/v1/drops', async (_request, reply) => {
    const admitted = await redis.evalsha(sha, 1, 'yardstick:bucket', BUCKET.capacity, BUCKET.perSecond);
    if (admitted !== 1) return reply.code(429).send();
    return reply.code(answer.status).headers(headers).send(bytes);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  announce(app.server.address());
}

void main();
