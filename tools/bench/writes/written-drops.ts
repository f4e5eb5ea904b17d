import type { DropBody } from '@droptrack/catalogue';
import type { Database, RevisionDraft } from '@droptrack/persistence';

const LATEST = `
SELECT DISTINCT ON (id) id, body FROM revisions WHERE entity = 'drop' ORDER BY id, seq DESC`;
const SCORES = 101;

/** What is written about a drop. */
export interface DropDraft extends RevisionDraft {
  readonly entity: 'drop';
  readonly body: DropBody;
}

/** The drops of a catalogue, one after the other, each with another score whenever it comes round. */
export class WrittenDrops {
  #next = 0;

  private constructor(private readonly bodies: DropBody[]) {}

  static async read(db: Database): Promise<WrittenDrops> {
    const rows = await db.query<{ body: DropBody }>(LATEST);
    return new WrittenDrops(rows.map(({ body }) => body));
  }

  next(count: number): DropDraft[] {
    return Array.from({ length: count }, () => this.#another());
  }

  #another(): DropDraft {
    const place = this.#next++ % this.bodies.length;
    const old = this.bodies[place];
    if (old === undefined) throw new RangeError('a catalogue without drops');
    const body = { ...old, hype_score: (old.hype_score + 1) % SCORES };
    this.bodies[place] = body;
    return { entity: 'drop', id: body.id, body, cause: 'score' };
  }
}
