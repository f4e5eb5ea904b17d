import type { Answer } from '../wire/answer';
import { Backend, type PassedOn } from './backend';

/** No instance took a request. */
export class NobodyTookItError extends Error {
  override readonly name = 'NobodyTookItError';
}

/** Rounds over all instances until a request counts as lost. */
const ROUNDS_MAX = 2;

/**
 * Gives requests to instances in turn, over connections that it keeps, and passes on to the next
 * what one does not take. It looks at nothing beforehand: what a restart costs is to be seen.
 */
export class Balancer {
  readonly passedOn: Record<PassedOn, number> = { refused: 0, closed: 0, stopping: 0 };
  readonly #backends: readonly Backend[];
  #next = 0;

  constructor(ports: readonly number[]) {
    this.#backends = ports.map((port) => new Backend(port));
  }

  /** @throws {NobodyTookItError} {@link ConnectionLostError} */
  async ask(request: string): Promise<Answer> {
    for (let tries = ROUNDS_MAX * this.#backends.length; tries > 0; tries -= 1) {
      const outcome = await this.#backend().ask(request);
      if (typeof outcome !== 'string') return outcome;
      this.passedOn[outcome] += 1;
    }
    throw new NobodyTookItError('no instance took the request');
  }

  close(): void {
    for (const backend of this.#backends) backend.close();
  }

  #backend(): Backend {
    const backend = this.#backends[this.#next++ % this.#backends.length];
    if (backend === undefined) throw new RangeError('a balancer without instances');
    return backend;
  }
}
