import { setTimeout as sleep } from 'node:timers/promises';
import type { DropBody } from '@droptrack/catalogue';
import { appendRevisions, type Database, type RevisionDraft } from '@droptrack/persistence';
import type { Plan } from './plan';

/** A revision of a drop. */
export interface DropDraft extends RevisionDraft {
  readonly entity: 'drop';
  readonly body: DropBody;
}

const LATEST = `
SELECT DISTINCT ON (id) id, body FROM revisions WHERE entity = 'drop' ORDER BY id, seq DESC`;
const SCORES = 101;

/** Appends revisions of the drops of a catalogue at a fixed rate, each with another score than before. */
export class BackgroundWriter {
  /** Revisions per second, one figure for each run. */
  readonly rates: number[] = [];
  /** Called with the last draft of each append, as soon as it is committed. */
  onCommit: (draft: DropDraft) => void = () => undefined;
  #next = 0;

  private constructor(
    private readonly db: Database,
    private readonly pace: Plan['writes'],
    private readonly bodies: DropBody[],
  ) {}

  static async create(db: Database, pace: Plan['writes']): Promise<BackgroundWriter> {
    const rows = await db.query<{ body: DropBody }>(LATEST);
    return new BackgroundWriter(
      db,
      pace,
      rows.map(({ body }) => body),
    );
  }

  /** Writes while something else is done, and some time before and after it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const beganMs = performance.now();
    const state = { isOver: false, written: 0 };
    const writing = this.#write(beganMs, state);
    writing.catch(() => undefined);
    try {
      await sleep(this.pace.pauseMs);
      return await work();
    } finally {
      state.isOver = true;
      await writing;
      this.rates.push((1_000 * state.written) / (performance.now() - beganMs));
      // The delayed view still reads what was written.
      await sleep(this.pace.pauseMs);
    }
  }

  async #write(beganMs: number, state: { readonly isOver: boolean; written: number }): Promise<void> {
    const { batch, perSecond } = this.pace;
    while (!state.isOver) {
      const drafts = Array.from({ length: batch }, () => this.#nextDraft());
      await appendRevisions(this.db, drafts);
      state.written += batch;
      const last = drafts.at(-1);
      if (last !== undefined) this.onCommit(last);
      await sleep(Math.max(0, beganMs + (1_000 * state.written) / perSecond - performance.now()));
    }
  }

  #nextDraft(): DropDraft {
    const place = this.#next++ % this.bodies.length;
    const old = this.bodies[place];
    if (old === undefined) throw new RangeError('a catalogue without drops');
    const body = { ...old, hype_score: (old.hype_score + 1) % SCORES };
    this.bodies[place] = body;
    return { entity: 'drop', id: body.id, body, cause: 'score' };
  }
}
