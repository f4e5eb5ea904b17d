import { Agent as PlainAgent, request as sendPlain } from 'node:http';
import { Agent, request as sendSecure } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from './until';

/** Interval in which requests that are due are sent, in milliseconds. */
const TICK_MS = 5;
const CONNECTIONS_MAX = 64;

/** A request of a load. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

interface RequestLoadOptions {
  /** Destination of the requests: an address of this machine, with or without TLS. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  /** Sent in turn. */
  readonly requests: readonly LoadRequest[];
  /** False: each request has a connection of its own. */
  readonly keepAlive?: boolean;
  /** True: a GET is sent again if its connection was open already and was closed before a response (RFC 9110 §9.2.2). */
  readonly repeatsOnReused?: boolean;
}

/**
 * Sends requests at even distances over kept-alive connections, however fast the responses are. It repeats none, unless an
 * option says so.
 */
export class RequestLoad {
  /** Number of requests by status, or by the code of the error. */
  readonly outcomes: Record<string, number> = {};
  sent = 0;
  #completed = 0;
  #isOver = false;
  readonly #agents: { readonly http: PlainAgent; readonly https: Agent };
  readonly #running: Promise<void>;

  constructor(private readonly options: RequestLoadOptions) {
    const { keepAlive = true } = options;
    const agent = { keepAlive, maxSockets: CONNECTIONS_MAX };
    this.#agents = { http: new PlainAgent(agent), https: new Agent({ ...agent, rejectUnauthorized: false }) };
    this.#running = this.#run();
  }

  /** Waits for further responses. */
  async more(count: number): Promise<void> {
    const target = this.#completed + count;
    while (this.#completed < target) await pause(TICK_MS);
  }

  /** Sends no more, and waits for the responses. @returns all outcomes. */
  async end(): Promise<Record<string, number>> {
    this.#isOver = true;
    await this.#running;
    await until(() => Promise.resolve(this.#completed === this.sent));
    Object.values(this.#agents).forEach((agent) => agent.destroy());
    return this.outcomes;
  }

  async #run(): Promise<void> {
    const { perSecond, requests } = this.options;
    const beganMs = performance.now();
    for (; !this.#isOver; await pause(TICK_MS)) {
      const due = ((performance.now() - beganMs) / 1_000) * perSecond;
      for (; this.sent < due; this.sent += 1) {
        const next = requests[this.sent % requests.length];
        if (next !== undefined) void this.#count(this.#send(next));
      }
    }
  }

  async #count(response: Promise<number>): Promise<void> {
    const outcome = String(await response.catch((error: NodeJS.ErrnoException) => error.code ?? error.message));
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
    this.#completed += 1;
  }

  /** Resolves with the status once the response is complete. */
  #send(next: LoadRequest): Promise<number> {
    const { method, path, body } = next;
    const isSecure = this.options.origin.startsWith('https:');
    const [send, agent] = isSecure ? [sendSecure, this.#agents.https] : [sendPlain, this.#agents.http];
    const headers = { ...this.options.headers, ...(body && { 'content-type': 'application/json' }) };
    return new Promise((resolve, reject) => {
      const sent = send(`${this.options.origin}${path}`, { agent, method, headers }, (response) => {
        response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
        response.resume();
      });
      sent.on('error', (error) => {
        const isRepeated = this.options.repeatsOnReused === true && method === 'GET' && sent.reusedSocket;
        if (isRepeated) resolve(this.#send(next));
        else reject(error);
      });
      sent.end(body && JSON.stringify(body));
    });
  }
}
