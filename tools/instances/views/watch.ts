import { setTimeout as sleep } from 'node:timers/promises';
import type { Drop } from '@droptrack/contracts';
import type { HttpClient } from '../../load/client';

/** A drop as one response showed it. */
export interface Sighting {
  readonly status: number;
  /** Arrival of the response, milliseconds since the epoch. */
  readonly atMs: number;
  /** `X-Data-As-Of`; null where absent, as in problems. */
  readonly asOfMs: number | null;
  readonly name: string | null;
  readonly updatedAtMs: number | null;
}

interface Watched {
  readonly client: HttpClient;
  readonly id: string;
  /** Used in rotation, so that no limit is reached. */
  readonly keys: readonly string[];
}

/** Reads a drop again and again; sightings are in the order of the responses. */
export class Watch {
  readonly sightings: Sighting[] = [];
  #isOver = false;
  readonly #done: Promise<void>;

  /** @param pauseMs - the current pause between two reads. */
  constructor(watched: Watched, pauseMs: () => number) {
    this.#done = this.#run(watched, pauseMs);
    // end() reports a failure.
    this.#done.catch(() => undefined);
  }

  async end(): Promise<readonly Sighting[]> {
    this.#isOver = true;
    await this.#done;
    return this.sightings;
  }

  async #run({ client, id, keys }: Watched, pauseMs: () => number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      this.sightings.push(await readDrop(client, id, keys[turn % keys.length] ?? ''));
      await sleep(pauseMs());
    }
  }
}

/** Reads a drop once. */
export async function readDrop(client: HttpClient, id: string, key: string): Promise<Sighting> {
  const response = await client.get(`/v1/drops/${id}`, key);
  const atMs = Date.now();
  const asOf = response.header('x-data-as-of');
  const drop = response.status === 200 ? response.json<Drop>() : null;
  return {
    status: response.status,
    atMs,
    asOfMs: asOf === null ? null : Date.parse(asOf),
    name: drop?.name ?? null,
    updatedAtMs: drop === null ? null : Date.parse(drop.updated_at),
  };
}
