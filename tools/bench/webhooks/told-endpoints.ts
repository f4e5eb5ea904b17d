import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiKeyRepository,
  appendRevisions,
  type Database,
  openDatabase,
  type RevisionDraft,
  SecretBox,
} from '@droptrack/persistence';
import { BenchError } from '../process/bench-error';
import { createDrafts } from '../data/drafts';
import type { Postgres } from '../data/postgres';

/** A machine that is busy with other things may take long; who never does it is given up. */
const PATIENCE_MS = 300_000;
const LOOK_MS = 50;
/** Many, so that one that is told of often is no special case. */
const DROPS = 100;

/** Changes that were committed together. */
export interface Committed {
  /** Right before the commit, milliseconds since the epoch. */
  readonly atMs: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** A database with endpoints that want all events, and a log that grows. */
export class ToldEndpoints {
  readonly #drafts = createDrafts(DROPS, Date.now());
  #changes = 0;

  private constructor(
    readonly db: Database,
    readonly count: number,
    /** Variables of a worker that tells them. */
    readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** @param urls - of the endpoints, all of one account. */
  static async create(postgres: Postgres, name: string, urls: readonly string[]): Promise<ToldEndpoints> {
    const databaseUrl = await postgres.createDatabase(name);
    const db = openDatabase(databaseUrl, { poolSize: 2, applicationName: 'bench', statementTimeoutMs: 300_000 });
    const key = randomBytes(32).toString('base64');
    await insertEndpoints(db, urls, SecretBox.fromKeys([key]));
    const environment = {
      DATABASE_URL: databaseUrl,
      SOURCES_OFF: 'all',
      WEBHOOK_SECRET_KEY: key,
      WEBHOOK_ALLOW_INSECURE: 'true',
    };
    const endpoints = new ToldEndpoints(db, urls.length, environment);
    // Each drop is there before it changes, and statistics are as in a database that has run for a while.
    await endpoints.#append(endpoints.#drafts);
    await db.query('UPDATE event_head SET seq = (SELECT seq FROM log_head)');
    await db.query('VACUUM ANALYZE');
    return endpoints;
  }

  /** Has as many drops change, in one transaction: each an event for every endpoint. */
  change(drops: number): Promise<Committed> {
    const drafts = Array.from({ length: drops }, () => {
      const draft = this.#drafts[this.#changes % this.#drafts.length];
      if (draft === undefined) throw new BenchError('There are no drops');
      return { ...draft, body: { ...draft.body, name: `Change ${(this.#changes += 1)}` } } as RevisionDraft;
    });
    return this.#append(drafts);
  }

  /** Waits until nothing is in the queue, so that all has been sent and its outcome stored. @throws {BenchError} */
  async settled(): Promise<void> {
    const open = `SELECT EXISTS (SELECT FROM deliveries WHERE status IN ('pending', 'sending')) AS "isOpen"`;
    for (const endMs = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
      const [row] = await this.db.query<{ isOpen: boolean }>(open);
      if (row?.isOpen === false) return;
      if (performance.now() > endMs) throw new BenchError('Deliveries are still not made');
    }
  }

  /** To how many endpoints at least one delivery was begun. */
  async tried(): Promise<number> {
    const [row] = await this.db.query<{ tried: number }>(
      'SELECT count(DISTINCT endpoint_id)::int AS tried FROM deliveries WHERE claims > 0',
    );
    return row?.tried ?? 0;
  }

  /** Which change each event tells. */
  async seqs(): Promise<Map<string, number>> {
    const rows = await this.db.query<{ id: string; seq: string }>('SELECT id, seq FROM events WHERE seq IS NOT NULL');
    return new Map(rows.map(({ id, seq }) => [id, Number(seq)]));
  }

  /** What the last event says. */
  async lastBody(): Promise<string> {
    const [row] = await this.db.query<{ body: string }>('SELECT body FROM events ORDER BY place DESC LIMIT 1');
    return row?.body ?? '';
  }

  close(): Promise<void> {
    return this.db.close();
  }

  #append(drafts: readonly RevisionDraft[]): Promise<Committed> {
    return this.db.transaction(async (sql) => {
      const numbers = await appendRevisions(sql, drafts);
      return { atMs: Date.now(), firstSeq: numbers?.firstSeq ?? 0, lastSeq: numbers?.lastSeq ?? 0 };
    });
  }
}

async function insertEndpoints(db: Database, urls: readonly string[], box: SecretBox): Promise<void> {
  const { key } = await new ApiKeyRepository(db).issue({ plan: 'pro', label: 'bench' });
  const ids = urls.map((_, index) => `wh_${String(index).padStart(20, '0')}`);
  await db.query(
    `INSERT INTO webhook_endpoints (id, account, url, events, enabled, created_at, updated_at)
     SELECT id, $3, url, '{*}', true, now(), now() FROM unnest($1::text[], $2::text[]) AS e (id, url)`,
    [ids, urls, key.account],
  );
  const sealed = ids.map((id) => box.seal(randomBytes(32), id).sealed);
  await db.query(
    `INSERT INTO webhook_secrets (endpoint_id, number, sealed, key_id, created_at)
     SELECT id, 1, sealed, $3, now() FROM unnest($1::text[], $2::bytea[]) AS s (id, sealed)`,
    [ids, sealed, box.keyId],
  );
}
