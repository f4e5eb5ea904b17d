import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NDJSON_TYPE } from '@droptrack/contracts';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiateEncoding } from '../../platform/input/accept-encoding';
import { keyOf } from '../../platform/auth/key.guard';
import { BucketStorage } from '../../platform/rate-limit/bucket-storage';
import { limitOf } from '../../platform/rate-limit/key-limit';
import { Outlet, type Patience, ReaderGoneError } from './outlet';
import { RowTokens } from './row-tokens';
import { type Snapshot, Tally, type TakeLines } from './snapshot';
import { transferSlots } from './transfer-slots';

/**
 * A reader that takes nothing of a chunk for a minute is cut, one that takes less than 1 Mbit/s once it has kept us
 * waiting for a minute, and whatever takes longer than an hour.
 */
const PATIENCE: Patience = { chunkMs: 60_000, allMs: 3_600_000, bytesPerSecondMin: 125_000 };
const VARY = 'Authorization, Accept, Accept-Encoding';

/**
 * Sends snapshots as lines of JSON. What goes wrong before the first byte is refused as everywhere; what goes wrong
 * after it ends the connection, so that the line is missing by which a reader knows that it has all.
 */
@Injectable()
export class Transfers {
  readonly #logger = new Logger('snapshots');
  readonly #slots = transferSlots();

  constructor(private readonly buckets: BucketStorage) {}

  /** @throws {DomainError} `rate_limited`; {@link UnavailableError}; what the snapshot throws before its first row. */
  async send(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): Promise<void> {
    if (request.method === 'HEAD') return void begin(reply, snapshot).end();
    const release = this.#slots.acquire(keyOf(request).id);
    const outlet = new Outlet(reply.raw, PATIENCE);
    try {
      await this.#pour(reply, snapshot, outlet, this.#tokensOf(request, snapshot));
    } catch (error) {
      if (!reply.raw.headersSent && !outlet.gone.aborted) throw error;
      outlet.cut('reading the data failed');
      if (!(error instanceof ReaderGoneError)) this.#logger.error(`${request.id}: ${String(error)}`);
    } finally {
      outlet.leave();
      release();
    }
  }

  #tokensOf(request: FastifyRequest, { rowsPerToken }: Snapshot): RowTokens {
    const key = keyOf(request);
    const payer = { name: key.id, terms: limitOf(key).terms };
    return new RowTokens(this.buckets, payer, rowsPerToken, (ms, signal) => sleep(ms, undefined, { signal }));
  }

  async #pour(reply: FastifyReply, snapshot: Snapshot, outlet: Outlet, tokens: RowTokens): Promise<void> {
    const tally = new Tally();
    const encoding = negotiateEncoding(reply.request.headers['accept-encoding']);
    const start = (): void => {
      if (reply.raw.headersSent) return;
      begin(reply, snapshot, encoding);
      if (encoding !== null) outlet.compress(encoding);
    };
    const take: TakeLines = async (lines, rows) => {
      start();
      await tokens.pay(rows, outlet.gone);
      const bytes = Buffer.from(lines);
      tally.add(bytes, rows);
      await outlet.write(bytes);
    };
    await snapshot.send(take, outlet.gone);
    start();
    await outlet.end(Buffer.from(tally.endLine()));
  }
}

/** Sends the head; what guards have set is kept. */
function begin(reply: FastifyReply, { asOfMs, headers }: Snapshot, encoding: string | null = null) {
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  const varies = String(head['vary'] ?? '').includes('Origin') ? `${VARY}, Origin` : VARY;
  return reply.hijack().raw.writeHead(200, {
    ...head,
    ...headers,
    'content-type': NDJSON_TYPE,
    'cache-control': 'no-store',
    vary: varies,
    'x-data-as-of': new Date(asOfMs).toISOString(),
    ...(encoding !== null && { 'content-encoding': encoding }),
  });
}
