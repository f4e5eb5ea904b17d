import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiKeyRepository,
  appendRevisions,
  type Database,
  type RevisionDraft,
  SecretBox,
} from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { createDrafts } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { BenchError } from '../../processes/bench-error';

/** Generous: another program may occupy the machine. */
const DELIVERED_MS_MAX = 300_000;
const READ_EVERY_MS = 50;
/** Many, so that frequent changes of one drop are no special case. */
const DROPS = 100;

export interface CommittedChange {
  /** Right before the commit, milliseconds since the epoch. */
  readonly atMs: number;
  readonly seq: number;
}

/** A database with endpoints that subscribe to all events, and a log that grows. */
export class SubscribedEndpoints {
  readonly #drafts = createDrafts(DROPS, Date.now());
  #changes = 0;
  count = 0;

  private constructor(
    readonly db: Database,
    private readonly box: SecretBox,
    /** Variables of a worker that delivers to them. */
    readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** @param name - of the database. */
  static async create(context: BenchContext, name: string, urls: readonly string[]): Promise<SubscribedEndpoints> {
    const databaseUrl = await (await context.postgres()).createDatabase(name);
    const db = openBenchDatabase(databaseUrl, 2);
    const key = randomBytes(32).toString('base64');
    const environment = {
      DATABASE_URL: databaseUrl,
      SOURCES_OFF: 'all',
      WEBHOOK_SECRET_KEY: key,
      WEBHOOK_ALLOW_INSECURE: 'true',
      // The rates protect receivers. All endpoints of the bench are at one host, and the worker is measured, not its limits.
      WEBHOOK_RATE_PER_ENDPOINT: '1000',
      WEBHOOK_RATE_PER_HOST: '9999',
    };
    const endpoints = new SubscribedEndpoints(db, SecretBox.fromKeys([key]), environment);
    await endpoints.subscribe(urls);
    // Each drop exists before it changes, and statistics are as in a database that has run for a while.
    await endpoints.#append(endpoints.#drafts);
    await db.query('UPDATE event_head SET seq = (SELECT seq FROM log_head)');
    await db.query('VACUUM ANALYZE');
    return endpoints;
  }

  /** Adds endpoints, which receive all later events, each of an account of its own: accounts share the rate of a host. */
  async subscribe(urls: readonly string[]): Promise<void> {
    const keys = new ApiKeyRepository(this.db);
    const [ids, accounts, sealed]: [string[], string[], Buffer[]] = [[], [], []];
    while (ids.length < urls.length) {
      const id = `wh_${String((this.count += 1)).padStart(20, '0')}`;
      ids.push(id);
      accounts.push((await keys.issue({ plan: 'pro', label: 'bench' })).key.account);
      sealed.push(this.box.seal(randomBytes(32), id).sealed);
    }
    await this.db.query(
      `WITH added AS (
         INSERT INTO webhook_endpoints (id, account, url, events, enabled, created_at, updated_at)
         SELECT id, account, url, '{*}', true, now(), now()
         FROM unnest($1::text[], $2::text[], $3::text[]) AS e (id, url, account)
       )
       INSERT INTO webhook_secrets (endpoint_id, number, sealed, key_id, created_at)
       SELECT id, 1, sealed, $5, now() FROM unnest($1::text[], $4::bytea[]) AS s (id, sealed)`,
      [ids, urls, accounts, sealed, this.box.keyId],
    );
  }

  /** Commits a change of one drop: an event for every endpoint. */
  change(): Promise<CommittedChange> {
    const draft = this.#drafts[this.#changes % this.#drafts.length];
    if (draft === undefined) throw new BenchError('There are no drops');
    const body = { ...draft.body, name: `Change ${(this.#changes += 1)}` };
    return this.#append([{ ...draft, body } as RevisionDraft]);
  }

  /** Waits until every delivery is sent and its outcome recorded. @throws {BenchError} */
  async untilDelivered(): Promise<void> {
    const open = `SELECT FROM deliveries WHERE status IN ('pending', 'sending') LIMIT 1`;
    const endMs = performance.now() + DELIVERED_MS_MAX;
    while ((await this.db.query(open)).length > 0) {
      if (performance.now() > endMs) throw new BenchError('Deliveries are still pending');
      await sleep(READ_EVERY_MS);
    }
  }

  /** Endpoints with at least one attempt. */
  async attempted(): Promise<number> {
    return (await this.db.query('SELECT DISTINCT endpoint_id FROM deliveries WHERE claims > 0')).length;
  }

  /** The sequence of the change behind each event, by the event's id. */
  async seqs(): Promise<Map<string, number>> {
    const rows = await this.db.query<{ id: string; seq: string }>('SELECT id, seq FROM events WHERE seq IS NOT NULL');
    return new Map(rows.map(({ id, seq }) => [id, Number(seq)]));
  }

  /** Body of the latest event, once there is one. @throws {BenchError} */
  async lastBody(): Promise<string> {
    const latest = 'SELECT body FROM events WHERE seq IS NOT NULL ORDER BY place DESC LIMIT 1';
    for (const endMs = performance.now() + DELIVERED_MS_MAX; ; await sleep(READ_EVERY_MS)) {
      const [row] = await this.db.query<{ body: string }>(latest);
      if (row !== undefined) return row.body;
      if (performance.now() > endMs) throw new BenchError('There is no event');
    }
  }

  close(): Promise<void> {
    return this.db.close();
  }

  #append(drafts: readonly RevisionDraft[]): Promise<CommittedChange> {
    return this.db.transaction(async (sql) => {
      const numbers = await appendRevisions(sql, drafts);
      return { atMs: Date.now(), seq: numbers?.firstSeq ?? 0 };
    });
  }
}
