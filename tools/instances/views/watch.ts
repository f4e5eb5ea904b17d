import { setTimeout as sleep } from 'node:timers/promises';
import type { Drop } from '@droptrack/contracts';
import type { Client } from '../wire/client';

/** What one answer showed of a drop. */
export interface Sighting {
  readonly status: number;
  /** When it had come, milliseconds since the epoch. */
  readonly atMs: number;
  /** What the answer says of its age; null where it says nothing, as problems do. */
  readonly asOfMs: number | null;
  readonly name: string | null;
  readonly updatedAtMs: number | null;
}

export interface Watched {
  readonly client: Client;
  readonly id: string;
  /** Asked with in turn, so that no limit is reached. */
  readonly keys: readonly string[];
}

/** Looks at a drop again and again; what it saw is in the order of the answers. */
export class Watch {
  readonly sightings: Sighting[] = [];
  #isOver = false;
  readonly #done: Promise<void>;

  /** @param pauseMs - between two looks, whenever it is asked. */
  constructor(watched: Watched, pauseMs: () => number) {
    this.#done = this.#look(watched, pauseMs);
    // Told by end().
    this.#done.catch(() => undefined);
  }

  async end(): Promise<readonly Sighting[]> {
    this.#isOver = true;
    await this.#done;
    return this.sightings;
  }

  async #look({ client, id, keys }: Watched, pauseMs: () => number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      this.sightings.push(await lookAt(client, id, keys[turn % keys.length] ?? ''));
      await sleep(pauseMs());
    }
  }
}

/** One look. */
export async function lookAt(client: Client, id: string, key: string): Promise<Sighting> {
  const answer = await client.get(`/v1/drops/${id}`, key);
  const atMs = Date.now();
  const asOf = answer.header('x-data-as-of');
  const drop = answer.status === 200 ? answer.json<Drop>() : null;
  return {
    status: answer.status,
    atMs,
    asOfMs: asOf === null ? null : Date.parse(asOf),
    name: drop?.name ?? null,
    updatedAtMs: drop === null ? null : Date.parse(drop.updated_at),
  };
}
