import { Counter, Gauge, type Registry } from 'prom-client';
import type { StreamEnd } from './stream-connection';

/** Metrics of the streams of one process. */
export class StreamMetrics {
  readonly #open: Gauge;
  readonly #sent: Counter;
  readonly #closed: Counter<'reason'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#open = new Gauge({ name: 'droptrack_streams', help: 'Open streams', registers });
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
