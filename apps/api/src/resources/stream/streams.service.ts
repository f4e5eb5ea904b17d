import { STREAM_TYPE } from '@droptrack/contracts';
import type { OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { readsDelayed } from '../../catalogue/current-view';
import { requestKey } from '../../platform/auth/key.guard';
import { stopping } from '../../platform/health/drain';
import { dedicateConnection } from '../../platform/server/http-server';
import { recordAtHead } from '../../platform/server/request-hooks';
import { OpenStreams } from './open-streams';
import { resetBlock, retryLine } from './stream-blocks';
import { StreamConnection } from './stream-connection';
import type { StreamBroadcast } from './stream-broadcast';
import type { StreamFilter } from './stream-filter';
import { StreamHub } from './stream-hub';
import { StreamSlots } from './stream-slots';
import { StreamMetrics } from './stream-metrics';
import type { StreamParts } from './stream-parts';
import { StreamReplay } from './stream-replay';

/** Opens streams of events, within the limits of keys, accounts and this process, and ends them. */
export class StreamsService implements OnModuleDestroy, OnApplicationShutdown {
  readonly #hub: StreamHub;
  readonly #open: OpenStreams;
  readonly #replay: StreamReplay;
  readonly #metrics: StreamMetrics;
  readonly #slots: StreamSlots;
  #isStopping = false;

  constructor(private readonly parts: StreamParts) {
    const metrics = (this.#metrics = new StreamMetrics(parts.registry, parts.streamsMax));
    const hub = (this.#hub = new StreamHub({ ...parts, onSent: (events) => metrics.sent(events) }));
    this.#open = new OpenStreams({
      ...parts,
      beat: () => {
        hub.live.beat();
        hub.delayed.beat();
      },
    });
    this.#replay = new StreamReplay(parts);
    this.#slots = new StreamSlots(parts.streamsMax);
  }

  /** False from the start of the process until its first stream would be accepted. */
  get isPrepared(): boolean {
    return this.#hub.isPrepared;
  }

  /** Makes the process accept streams, or has {@link wake} try again. */
  prepare(): Promise<void> {
    return this.#hub.prepare();
  }

  /** Call when events were published, or a view has changed. */
  wake(): void {
    this.#hub.wake();
  }

  /**
   * Opens the stream of a request.
   *
   * @param afterSeq - sequence of the log after which it starts; null for now.
   * @throws {DomainError} `too_many_streams`; {@link UnavailableError}
   */
  async open(
    request: FastifyRequest,
    reply: FastifyReply,
    filter: StreamFilter,
    afterSeq: number | null,
  ): Promise<void> {
    if (request.method === 'HEAD') return void begin(reply).end();
    const key = requestKey(request);
    const { socket } = request.raw;
    const release = once(this.#slots.acquire(key));
    // A client that gives up while the stream waits for the database must not keep its slot.
    socket.once('close', release);
    const cleanups = [release, () => socket.off('close', release)];
    const cleanUp = (): void => cleanups.forEach((step) => void step());
    try {
      cleanups.push(await this.#hub.hold());
      const broadcast = readsDelayed(key) ? this.#hub.delayed : this.#hub.live;
      const reset = afterSeq === null ? null : await this.#replay.resetReason(broadcast, afterSeq);
      if (this.#isStopping) throw stopping();
      if (socket.destroyed) return cleanUp();
      const connection = this.#start(request, reply, { filter, broadcast, cleanUp });
      if (reset !== null) return connection.end('reset', resetBlock(broadcast.mark, reset));
      void this.#replay.follow(connection, broadcast, afterSeq ?? broadcast.mark.seq);
    } catch (error) {
      cleanUp();
      throw error;
    }
  }

  /** Ends all streams: their clients reconnect to another instance, or to this one after its restart. */
  onModuleDestroy(): void {
    this.#isStopping = true;
    this.#open.endAll();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#hub.stopped();
  }

  #start(request: FastifyRequest, reply: FastifyReply, { filter, broadcast, cleanUp }: OpenedStream): StreamConnection {
    const key = requestKey(request);
    const { socket } = request.raw;
    const connection = new StreamConnection(filter, reply.raw, socket, (end) => {
      broadcast.leave(connection);
      this.#open.remove(connection, key);
      cleanUp();
      this.#metrics.closed(end);
      // The framework records only responses that were sent completely.
      if (!reply.raw.writableFinished) this.parts.recordResponse(request, reply);
    });
    this.#open.add(connection, key, request.headers.authorization);
    this.#metrics.opened();
    dedicateConnection(request.server.server, socket, reply.raw);
    begin(reply).write(retryLine(this.parts.random()));
    return connection;
  }
}

/** Function that does nothing from its second call on. */
function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}

/** A stream that is about to start. */
interface OpenedStream {
  readonly filter: StreamFilter;
  readonly broadcast: StreamBroadcast;
  /** Gives back its slot. */
  readonly cleanUp: () => void;
}

/** Sends the response head, including headers set by guards. The response ends with its connection, without chunks. */
function begin(reply: FastifyReply): ServerResponse {
  recordAtHead(reply);
  const head = reply.getHeaders() as OutgoingHttpHeaders;
  const { raw } = reply.hijack();
  raw.useChunkedEncodingByDefault = false;
  return raw.writeHead(200, {
    ...head,
    'content-type': `${STREAM_TYPE}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}
