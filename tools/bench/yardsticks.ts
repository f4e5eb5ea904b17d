import { createServer, type ServerResponse } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { listening } from './child-program';

/** A captured response that a yardstick sends again and again. */
export interface FixedResponse {
  readonly status: number;
  /** Name and value of each header, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** The API's, so that a yardstick's `Keep-Alive` header is the same. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** The API's. */
const POOL_SIZE = 10;
/** Headers that Node's server adds by itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);
/** More than the load can take. */
const BUCKET = { capacity: 10_000_000, perSecond: 1_000_000 } as const;
const KEY_DIGITS = 40;

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

/** Node's own server, which reads nothing of a request and sends one response. */
export function bareHttp(response: FixedResponse): Promise<number> {
  const { status, headers, bytes } = prepared(response);
  return listening(
    createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS }, (_request, reply) => {
      reply.writeHead(status, headers);
      reply.end(bytes);
    }),
  );
}

/** A route that takes a token from a bucket in Redis and sends one response. It checks no key and no query. */
export async function redisRoute(response: FixedResponse, redisUrl: string): Promise<number> {
  const { status, headers, bytes } = prepared(response);
  const redis = new Redis(redisUrl);
  const sha = String(await redis.script('LOAD', TOKEN_BUCKET));
  const app = bareFastify();
  app.get('/v1/drops', async (_request, reply) => {
    const admitted = await redis.evalsha(sha, 1, 'yardstick:bucket', BUCKET.capacity, BUCKET.perSecond);
    if (admitted !== 1) return reply.code(429).send();
    return reply.code(status).headers(headers).send(bytes);
  });
  return portOf(app);
}

/** A route that looks a wallet up in the index of a list and sends the row. It checks no key, no drop and no address. */
export function walletLookUp(databaseUrl: string, listId: string): Promise<number> {
  const text = `SELECT amount::text, breakdown, index::text, position FROM list_rows WHERE list_id = $1 AND wallet = $2`;
  const pool = new Pool({ connectionString: databaseUrl, max: POOL_SIZE });
  const app = bareFastify();
  app.post<{ Body: { wallet: string; drop: string } }>('/v1/eligibility', async ({ body: { wallet, drop } }) => {
    const values = [listId, Buffer.from(wallet.slice(2), 'hex')];
    const [row = null] = (await pool.query<object>({ name: 'find', text, values })).rows;
    return { drop, wallet, eligible: row !== null, allocation: row };
  });
  return portOf(app);
}

/** A route that scans a range of the same index and sends the rows. It adds no neighbours and no proofs. */
export function rangeScan(databaseUrl: string, listId: string): Promise<number> {
  const text = `
    SELECT '0x' || encode(wallet, 'hex') AS wallet, amount::text, index::text, breakdown FROM list_rows
    WHERE list_id = $1 AND wallet >= $2 AND wallet <= $3 ORDER BY wallet`;
  const pool = new Pool({ connectionString: databaseUrl, max: POOL_SIZE });
  const app = bareFastify();
  app.get<{ Params: { id: string; prefix: string } }>(
    '/v1/drops/:id/allocations/range/:prefix',
    async ({ params: { id, prefix } }) => {
      const ends = ['0', 'f'].map((digit) => Buffer.from(prefix.padEnd(KEY_DIGITS, digit), 'hex'));
      const { rows } = await pool.query<object>({ name: 'scan', text, values: [listId, ...ends] });
      return { drop: id, prefix, lists: [{ matching: rows.length, data: rows }] };
    },
  );
  return portOf(app);
}

/** Node's own server, which writes the body of each POST to all open responses. */
export function broadcast(): Promise<number> {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const bytes = Buffer.concat(chunks);
        for (const each of open) each.write(bytes);
        response.writeHead(204).end();
      });
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: position\ndata: {}\n\n');
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return listening(server);
}

const bareFastify = (): FastifyInstance => fastify({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS });

async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as { port: number }).port;
}

function prepared({ status, headers, body }: FixedResponse) {
  const sent = headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  return { status, headers: Object.fromEntries(sent), bytes: Buffer.from(body) };
}
