import { Counter, Gauge, type Registry } from 'prom-client';
import { STREAM_ENDS, type StreamEnd } from './stream-connection';

/** Metrics of the streams of one process. */
export class StreamMetrics {
  readonly #open: Gauge;
  readonly #sent: Counter;
  readonly #closed: Counter<'reason'>;

  /** @param streamsMax - maximum number of streams of this process. */
  constructor(registry: Registry, streamsMax: number) {
    const registers = [registry];
    this.#open = new Gauge({ name: 'droptrack_streams', help: 'Open streams', registers });
    new Gauge({ name: 'droptrack_streams_max', help: 'Streams that can be open', registers }).set(streamsMax);
    this.#sent = new Counter({
      name: 'droptrack_stream_events_total',
      help: 'Events sent live, over all streams',
      registers,
    });
    this.#closed = new Counter({
      name: 'droptrack_streams_closed_total',
      help: 'Streams that ended, by reason: client, slow, key, reset, stopping or failed',
      labelNames: ['reason'],
      registers,
    });
    for (const reason of STREAM_ENDS) this.#closed.inc({ reason }, 0);
  }

  opened(): void {
    this.#open.inc();
  }

  sent(events: number): void {
    this.#sent.inc(events);
  }

  closed(reason: StreamEnd): void {
    this.#open.dec();
    this.#closed.inc({ reason });
  }
}
