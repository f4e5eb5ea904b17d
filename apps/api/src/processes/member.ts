import type { Worker } from 'node:cluster';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Order, ProcessMetrics, Report } from './messages';

/** Longest wait for the metrics of a process, in milliseconds; then its latest ones count. */
const REPORT_MS_MAX = 1_000;

/** A process that serves requests, as the primary one sees it. */
export class Member {
  readonly id: number;
  readonly pid: number;
  /** Resolves with its URL once it serves requests; with null if it ends before. */
  readonly ready: Promise<string | null>;
  /** Resolves with the reason for which it ended; never rejects. */
  readonly ended: Promise<string>;
  /** True once it was ordered to end. */
  isDismissed = false;
  isServing = false;
  #asksWithoutReply = 0;
  readonly #reports = new EventEmitter();

  /** @param onMetrics - called with each report of its metrics, also the last one before it ends. */
  constructor(
    private readonly worker: Worker,
    onMetrics: (id: number, metrics: ProcessMetrics) => void,
  ) {
    this.id = worker.id;
    this.pid = worker.process.pid ?? 0;
    closeHandedOver(worker);
    this.ended = whenEnded(worker).finally(() => {
      this.isServing = false;
      this.#reports.emit('metrics');
    });
    const listening = new Promise<string>((resolve) => {
      worker.on('message', (report: Report) => {
        this.#asksWithoutReply = 0;
        if (report.type === 'metrics') {
          onMetrics(this.id, report.metrics);
          this.#reports.emit('metrics');
        } else if (report.type === 'listening') {
          this.isServing = true;
          resolve(report.url);
        }
      });
    });
    this.ready = Promise.race([listening, this.ended.then(() => null)]);
  }

  /** Number of questions since its last message. */
  get asksWithoutReply(): number {
    return this.#asksWithoutReply;
  }

  /** Requests a sign of life. */
  ask(): void {
    this.#asksWithoutReply += 1;
    this.#send({ type: 'ask' });
  }

  /** Announces that all processes of the group have been started; also to a process that is still starting. */
  announceStarted(): void {
    this.#send({ type: 'group_started' });
  }

  /** Ends it at once: it was not ordered to end, and so is replaced. */
  kill(): void {
    this.isServing = false;
    this.worker.process.kill('SIGKILL');
  }

  /** Requests its metrics. Resolves once they were reported, or could have been. */
  async collect(): Promise<void> {
    const timeout = new AbortController();
    const { signal } = timeout;
    const reported = once(this.#reports, 'metrics', { signal });
    this.#send({ type: 'report' });
    await Promise.race([reported, sleep(REPORT_MS_MAX, undefined, { signal })]).finally(() => timeout.abort());
  }

  /** Orders it to end, and kills it after a time. Resolves once it has ended. @returns false if it was killed. */
  async dismiss(order: Order, withinMs: number): Promise<boolean> {
    this.isDismissed = true;
    this.#send(order);
    let isKilled = false;
    const deadline = setTimeout(() => (isKilled = this.worker.process.kill('SIGKILL')), withinMs);
    await this.ended;
    clearTimeout(deadline);
    return !isKilled;
  }

  /** A process that ends at the same time gets nothing: its end is reported by itself. */
  #send(order: Order): void {
    if (this.worker.isConnected()) this.worker.send(order, () => undefined);
  }
}

/**
 * Closes the connection that was being handed to a process when that was killed. Node leaves it open: its client would wait
 * without an end. A process is handed one connection at a time, and closing one that is closed already does nothing.
 */
function closeHandedOver({ process: child }: Worker): void {
  type Send = (message: unknown, handle?: { close(): void }) => boolean;
  const send = child.send.bind(child) as Send;
  let latest: { close(): void } | undefined;
  child.send = ((message, handle, ...rest: []) => {
    if (typeof handle?.close === 'function') latest = handle;
    return send(message, handle, ...rest);
  }) satisfies Send as typeof child.send;
  child.once('exit', () => latest?.close());
}

function whenEnded(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    // A process that was started ends with `exit`: other errors are of messages and signals that it did not get.
    worker.on('error', ({ message }) => {
      if (worker.process.pid === undefined) resolve(`could not be started: ${message}`);
    });
    worker.once('exit', (code: number | null, signal: string | null) =>
      resolve(signal === null ? `ended with code ${code ?? 'unknown'}` : `was ended by ${signal}`),
    );
  });
}
