import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NDJSON_TYPE } from '@droptrack/contracts';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiateEncoding } from '@droptrack/program/encoding';
import { requestKey } from '../../platform/auth/key.guard';
import { BucketStorage } from '../../platform/rate-limit/bucket-storage';
import { limitOf } from '../../platform/rate-limit/key-limit';
import { type ReaderLimits, ResponseStream, TransferAbortedError } from './response-stream';
import { RowTokens } from './row-tokens';
import { type Snapshot, TransferChecksum, type WriteLines } from './snapshot';
import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import { ConcurrencyLimit } from '../../platform/rate-limit/concurrency-limit';

/**
 * Concurrent transfers per account and per process, which holds a database connection for each. The reserved slots keep a few
 * accounts from occupying all of them.
 */
export const TRANSFERS_MAX = { perOwner: 2, total: 8, reserved: 2 } as const;
/** Seconds in `Retry-After` of a rejected transfer; the end of a running one cannot be predicted. */
const RETRY_AFTER_SECONDS = 10;

/** Slots for transfers: `rate_limited` for an account that exceeds its limit, `unavailable` if the process is at its own. */
export const transferSlots = (): ConcurrencyLimit =>
  new ConcurrencyLimit(TRANSFERS_MAX, {
    ofOwner: () =>
      new DomainError(
        'rate_limited',
        `The keys of an account can have ${TRANSFERS_MAX.perOwner} concurrent transfers`,
        {
          headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
        },
      ),
    ofProcess: () =>
      new UnavailableError('This instance has reached its limit of concurrent transfers', RETRY_AFTER_SECONDS),
  });

/** One minute per chunk, one hour per transfer, and 1 Mbit/s on average after the first minute of waiting. */
const READER_LIMITS: ReaderLimits = { chunkMs: 60_000, allMs: 3_600_000, bytesPerSecondMin: 125_000 };
const VARY = 'Authorization, Accept, Accept-Encoding';

/**
 * Sends bulk snapshots as NDJSON. Errors before the first byte become problems; later errors close the connection, so that
 * the client misses the end line.
 */
@Injectable()
export class Transfers {
  readonly #logger = new Logger('snapshots');
  readonly #slots = transferSlots();

  constructor(private readonly buckets: BucketStorage) {}

  /** @throws {DomainError} `rate_limited`; {@link UnavailableError}; errors of the snapshot before its first row. */
  async send(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): Promise<void> {
    if (request.method === 'HEAD') return void begin(reply, snapshot).end();
    const release = this.#slots.acquire(requestKey(request).account);
    const stream = new ResponseStream(reply.raw, READER_LIMITS);
    try {
      await this.#stream(reply, snapshot, stream, this.#tokensOf(request, snapshot));
    } catch (error) {
      if (!reply.raw.headersSent && !stream.signal.aborted) throw error;
      stream.abort('reading the data failed');
      if (!(error instanceof TransferAbortedError)) this.#logger.error(`${request.id}: ${String(error)}`);
    } finally {
      stream.dispose();
      release();
    }
  }

  #tokensOf(request: FastifyRequest, { rowsPerToken }: Snapshot): RowTokens {
    const key = requestKey(request);
    const payer = { name: key.id, terms: limitOf(key).terms };
    return new RowTokens(this.buckets, payer, rowsPerToken, (ms, signal) => sleep(ms, undefined, { signal }));
  }

  async #stream(reply: FastifyReply, snapshot: Snapshot, stream: ResponseStream, tokens: RowTokens): Promise<void> {
    const checksum = new TransferChecksum();
    const encoding = negotiateEncoding(reply.request.headers['accept-encoding']);
    const start = (): void => {
      if (reply.raw.headersSent) return;
      begin(reply, snapshot, encoding);
      if (encoding !== null) stream.compress(encoding);
    };
    const write: WriteLines = async (lines, rows) => {
      start();
      await tokens.pay(rows, stream.signal);
      const bytes = Buffer.from(lines);
      checksum.add(bytes, rows);
      await stream.write(bytes);
    };
    await snapshot.send(write, stream.signal);
    start();
    await stream.end(Buffer.from(checksum.endLine()));
  }
}

/** Sends the response head, including headers set by guards. */
function begin(reply: FastifyReply, { asOfMs, headers }: Snapshot, encoding: string | null = null) {
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  const vary = String(head['vary'] ?? '').includes('Origin') ? `${VARY}, Origin` : VARY;
  return reply.hijack().raw.writeHead(200, {
    ...head,
    ...headers,
    'content-type': NDJSON_TYPE,
    'cache-control': 'no-store',
    vary,
    'x-data-as-of': new Date(asOfMs).toISOString(),
    ...(encoding !== null && { 'content-encoding': encoding }),
  });
}
