import { unseenQueries } from '../queries/unseen-queries';
import type { Requests } from './job';

/** Gives one request after the other. */
export class RequestSource {
  #given = 0;
  readonly #at: (index: number) => Buffer;

  constructor(requests: Requests) {
    this.#at = requests.kind === 'again' ? inTurn(requests.texts) : unseen(requests);
  }

  /** How many were given. */
  get given(): number {
    return this.#given;
  }

  /** @throws {BenchError} when there is none left that was not given. */
  next(): Buffer {
    return this.#at(this.#given++);
  }
}

function inTurn(texts: readonly string[]): (index: number) => Buffer {
  const buffers = texts.map(bytes);
  return (index) => buffers[index % buffers.length] ?? Buffer.alloc(0);
}

/** Made as they are asked for: hundreds of thousands of them would be in the way. */
function unseen({ queries, from }: Extract<Requests, { kind: 'unseen' }>): (index: number) => Buffer {
  const requestAt = unseenQueries(queries);
  return (index) => bytes(requestAt(from + index));
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
