import { dropBody, dropChange } from '@droptrack/catalogue/testing';
import { appendRevisions, type Database, DatabaseUnavailableError, type Sql } from '@droptrack/persistence';
import { setTimeout as pause } from 'node:timers/promises';
import { Gaps } from './gaps';

/** Pauses between requests of a client, in milliseconds. */
const PAUSE_MS = { write: 50, list: 50, past: 250 } as const;
const REQUEST_MS_MAX = 10_000;

/** State of a drop that a response showed at an instant. */
interface Shown {
  readonly id: string;
  readonly name: string;
  /** `as_of` of the response, ISO 8601 in milliseconds. */
  readonly asOf: string;
}

interface DropOnWire {
  readonly id: string;
  readonly name: string;
}

/** A writer of the log and two readers of the API, who note what was confirmed and shown. */
export class FailoverLoad {
  readonly writes = new Gaps();
  readonly lists = new Gaps();
  readonly pasts = new Gaps();
  /** Commits that the database has confirmed. */
  readonly confirmed: { readonly seq: number; readonly name: string }[] = [];
  readonly shown: Shown[] = [];
  /** Errors of writes other than an unavailable database, and statuses of failed reads with their count. */
  readonly failures = new Map<string, number>();
  #isOver = false;
  #asOf = '';
  #writes = 0;
  readonly #running: Promise<unknown>;

  constructor(
    private readonly db: Database,
    private readonly api: { readonly url: string; readonly key: string },
    private readonly drops: readonly string[],
  ) {
    const clients = [
      this.#repeat(PAUSE_MS.write, () => this.#write()),
      this.#repeat(PAUSE_MS.list, () => this.#readList()),
      this.#repeat(PAUSE_MS.past, () => this.#readPast()),
    ];
    this.#running = Promise.all(clients);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Confirmed commits that the log does not have at their number. */
  async lost(sql: Sql): Promise<number> {
    const [row] = await sql.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM jsonb_to_recordset($1::jsonb) AS c (seq bigint, name text)
       WHERE NOT EXISTS (SELECT FROM revisions AS r WHERE r.seq = c.seq AND r.body->>'name' = c.name)`,
      [JSON.stringify(this.confirmed)],
    );
    return row?.n ?? NaN;
  }

  /** Responses that show another state of a drop than the log has at their instant. */
  async contradictions(sql: Sql): Promise<readonly object[]> {
    return sql.query<object>(
      `SELECT s.*, r.name AS logged FROM jsonb_to_recordset($1::jsonb) AS s (id text, name text, "asOf" timestamptz)
       LEFT JOIN LATERAL (
         SELECT body->>'name' AS name FROM revisions
         WHERE entity = 'drop' AND id = s.id AND recorded_at < s."asOf" + interval '1 millisecond'
         ORDER BY seq DESC LIMIT 1) AS r ON true
       WHERE r.name IS DISTINCT FROM s.name`,
      [JSON.stringify(this.shown)],
    );
  }

  async #repeat(pauseMs: number, act: () => Promise<void>): Promise<void> {
    for (; !this.#isOver; await pause(pauseMs)) await act();
  }

  /** Appends a change of a drop. Without a confirmation the outcome is unknown, and either is right. */
  async #write(): Promise<void> {
    this.#writes += 1;
    const id = this.drops[this.#writes % this.drops.length] ?? '';
    const name = `Name ${this.#writes}`;
    const draft = { ...dropChange(dropBody({ id, name })), cause: 'catalogue' as const };
    try {
      const numbers = await this.db.transaction((sql) => appendRevisions(sql, [draft]));
      this.confirmed.push({ seq: numbers?.lastSeq ?? NaN, name });
      this.writes.note(true);
    } catch (error) {
      this.writes.note(false);
      if (!(error instanceof DatabaseUnavailableError)) this.#fail(`write: ${String(error)}`);
    }
  }

  async #readList(): Promise<void> {
    const body = await this.#get<{ as_of: string; data: DropOnWire[] }>('list', '/v1/drops?limit=100');
    this.lists.note(body !== null);
    if (body === null) return;
    this.#asOf = body.as_of;
    this.shown.push(...body.data.map(({ id, name }) => ({ id, name, asOf: body.as_of })));
  }

  async #readPast(): Promise<void> {
    const [asOf, id = ''] = [this.#asOf, ...this.drops];
    if (asOf === '') return;
    const body = await this.#get<DropOnWire>('past', `/v1/drops/${id}?as_of=${asOf}`);
    this.pasts.note(body !== null);
    if (body !== null) this.shown.push({ id, name: body.name, asOf });
  }

  async #get<Body>(kind: string, path: string): Promise<Body | null> {
    try {
      const response = await fetch(this.api.url + path, {
        headers: { authorization: `Bearer ${this.api.key}` },
        signal: AbortSignal.timeout(REQUEST_MS_MAX),
      });
      if (response.status === 200) return (await response.json()) as Body;
      this.#fail(`${kind}: ${response.status} ${await response.text()}`.slice(0, 200).replace(/"request_id.*/, ''));
    } catch (error) {
      this.#fail(`${kind}: ${String(error)}`);
    }
    return null;
  }

  #fail(reason: string): void {
    this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
  }
}
