import { randomBytes, randomInt } from 'node:crypto';
import { formatSecret, SECRET_BYTES } from '@droptrack/webhooks';
import type { Database, Sql } from '../database/database';
import { ENDPOINT_COLUMNS, type EndpointTerms, type StoredEndpoint } from './endpoints-row';
import { lockAccount, shareHosts } from './host-shares';
import { wakeDispatchers } from './queue-lock';
import { type SealedSecret, type SecretBox, SecretKeyError } from './secret-box';

/** An account has as many endpoints as it may have. */
export class EndpointLimitError extends Error {
  override readonly name = 'EndpointLimitError';
  constructor(readonly max: number) {
    super(`There are ${max} endpoints already`);
  }
}

/** An account has made as many endpoints within 24 hours as it may, those that it deleted included. */
export class EndpointDayLimitError extends Error {
  override readonly name = 'EndpointDayLimitError';
  constructor(
    readonly max: number,
    /** Earliest instant at which one more may be made, milliseconds since the epoch. */
    readonly freeAtMs: number,
  ) {
    super(`${max} endpoints were made within 24 hours`);
  }
}

/** Further bounds and conditions of a new endpoint. */
export interface CreateOptions {
  /** Endpoints that the account may make within 24 hours; unbounded when not given. */
  readonly perDayMax?: number;
  /** Called with the key of its secret before anything is stored; an endpoint for which it throws is not made. */
  readonly prove?: (key: Uint8Array) => Promise<void>;
}

/** State of an endpoint that a change was judged by. */
export type JudgedState = Pick<EndpointTerms, 'url' | 'enabled'>;

/** An endpoint has changed since the change to it was judged; judge it again. */
export class EndpointChangedError extends Error {
  override readonly name = 'EndpointChangedError';
}

/** An endpoint with its secret, which is told this once. */
export interface CreatedEndpoint {
  readonly endpoint: StoredEndpoint;
  /** `whsec_…` */
  readonly secret: string;
}

/** Secrets of an endpoint that sign at a time: each is one more signature in every delivery. */
const SECRETS_MAX = 4;
const ID_ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const newId = () => `wh_${Array.from({ length: 20 }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('')}`;
const NOW = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;

/** Endpoints of accounts. Whose an endpoint is not, to them it is not there. */
export class WebhookEndpoints {
  /** @param box - null where there is no key for secrets: then none can be made. */
  constructor(
    private readonly db: Database,
    private readonly box: SecretBox | null,
  ) {}

  /**
   * Makes an endpoint.
   *
   * @param max - endpoints that the account may have, over all.
   * @throws {EndpointLimitError} {EndpointDayLimitError} {SecretKeyError} without a key; {DatabaseUnavailableError}
   *   {DatabaseRefusedError}
   */
  async create(
    account: string,
    given: EndpointTerms,
    max: number,
    nowMs: number,
    { perDayMax = Infinity, prove }: CreateOptions = {},
  ): Promise<CreatedEndpoint> {
    const id = newId();
    const { secret, key, store } = this.#newSecret(id);
    if (prove !== undefined) {
      // Before anything is sent; the bounds that hold are those under the account's lock.
      await assertBounds(this.db, account, { max, perDayMax }, nowMs);
      await prove(key);
    }
    const endpoint = await this.db.transaction(async (sql) => {
      // Who makes two at once has one made after the other.
      await lockAccount(sql, account);
      await assertBounds(sql, account, { max, perDayMax }, nowMs);
      const [row] = await sql.query<StoredEndpoint>(
        `INSERT INTO webhook_endpoints (id, account, url, description, events, filter_drops, filter_chains, min_hype, enabled,
                                        created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${NOW('$10')}, ${NOW('$10')})
         RETURNING ${ENDPOINT_COLUMNS}`,
        [id, account, ...termsOf(given), nowMs],
      );
      if (row === undefined) throw new Error('An insert gave no row');
      await store(sql, 1, nowMs);
      await shareHosts(sql, account);
      return row;
    });
    return { endpoint, secret };
  }

  /**
   * The endpoints of an account, the latest first.
   *
   * @param account - null for those of all accounts.
   */
  list(account: string | null): Promise<StoredEndpoint[]> {
    return this.db.query(
      `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints
       WHERE ($1::text IS NULL OR account = $1) AND deleted_at IS NULL ORDER BY created_at DESC, id`,
      [account],
    );
  }

  /** @param account - null where it does not matter whose it is. */
  async find(account: string | null, id: string): Promise<StoredEndpoint | null> {
    return findEndpoint(this.db, account, id);
  }

  /**
   * Changes what is given; what was claimed before goes where it was to go. Enabling an endpoint forgets that it failed;
   * so does another address, which has not failed yet; what comes of attempts that began before then does not count. Events and filters are looked at when an event happens.
   *
   * @param judged - what the change was judged by, where that matters.
   * @returns null when there is no such endpoint.
   * @throws {EndpointChangedError} when it is another by now.
   */
  update(
    account: string,
    id: string,
    change: Partial<EndpointTerms>,
    nowMs: number,
    judged: JudgedState | null = null,
  ): Promise<StoredEndpoint | null> {
    return this.db.transaction(async (sql) => {
      if (change.url !== undefined || change.enabled !== undefined) await lockAccount(sql, account);
      const former = await findEndpoint(sql, account, id, 'FOR NO KEY UPDATE');
      if (former === null) return null;
      if (judged !== null && (former.url !== judged.url || former.enabled !== judged.enabled)) {
        throw new EndpointChangedError('The endpoint has changed meanwhile');
      }
      const terms = { ...former, ...change };
      const isFresh = change.enabled === true || terms.url !== former.url;
      const [row] = await sql.query<StoredEndpoint>(
        `UPDATE webhook_endpoints
         SET url = $2, description = $3, events = $4, filter_drops = $5, filter_chains = $6, min_hype = $7, enabled = $8,
             updated_at = ${NOW('$9')}, failures = CASE WHEN $10 THEN 0 ELSE failures END,
             fresh_at = CASE WHEN $10 THEN ${NOW('$9')} ELSE fresh_at END,
             failing_since = CASE WHEN NOT $10 THEN failing_since END,
             failed_at = CASE WHEN NOT $10 THEN failed_at END,
             blocked_until = CASE WHEN NOT $10 THEN blocked_until END,
             disabled_reason = CASE WHEN $11::boolean IS NULL THEN disabled_reason END
         WHERE id = $1 RETURNING ${ENDPOINT_COLUMNS}`,
        [id, ...termsOf(terms), nowMs, isFresh, change.enabled ?? null],
      );
      if (terms.url !== former.url || terms.enabled !== former.enabled) await shareHosts(sql, account);
      if (isFresh) await wakeDispatchers(sql);
      return row ?? null;
    });
  }

  /** Keys that sign for an endpoint now, the latest first. @throws {SecretKeyError} without a key that opens them. */
  async signingKeys(id: string, nowMs: number): Promise<Uint8Array[]> {
    const { box } = this;
    if (box === null) throw new SecretKeyError('There is no key for secrets');
    const rows = await this.db.query<SealedSecret>(
      `SELECT sealed, key_id AS "keyId" FROM webhook_secrets
       WHERE endpoint_id = $1 AND (expires_at IS NULL OR expires_at > ${NOW('$2')}) ORDER BY number DESC`,
      [id, nowMs],
    );
    return rows.map((secret) => box.open(secret, id));
  }

  /**
   * Deletes an endpoint: from now on it is not there, and nothing more is sent to it.
   *
   * @returns whether it was there.
   */
  async remove(account: string, id: string, nowMs: number): Promise<boolean> {
    return this.db.transaction(async (sql) => {
      await lockAccount(sql, account);
      const rows = await sql.query(
        `UPDATE webhook_endpoints SET deleted_at = ${NOW('$3')}, enabled = false
         WHERE id = $1 AND account = $2 AND deleted_at IS NULL RETURNING id`,
        [id, account, nowMs],
      );
      if (rows.length > 0) await shareHosts(sql, account);
      return rows.length > 0;
    });
  }

  /**
   * Gives an endpoint a new secret; the former signs beside it for the grace time. One that is in its own grace time signs
   * to the end of that, as was promised; only beyond {@link SECRETS_MAX} the oldest ends at once.
   *
   * @param graceSeconds - 0 to end all former ones at once.
   * @returns null when there is no such endpoint.
   * @throws {SecretKeyError} without a key.
   */
  async rotateSecret(
    account: string,
    id: string,
    graceSeconds: number,
    nowMs: number,
  ): Promise<{ readonly secret: string; readonly previousExpiresMs: number } | null> {
    const { secret, store } = this.#newSecret(id);
    const previousExpiresMs = nowMs + graceSeconds * 1_000;
    return this.db.transaction(async (sql) => {
      if ((await findEndpoint(sql, account, id, 'FOR NO KEY UPDATE')) === null) return null;
      const former = await sql.query<{ number: number }>(
        `UPDATE webhook_secrets SET expires_at = CASE WHEN expires_at IS NULL OR $3 THEN least(expires_at, ${NOW('$2')})
                                                      ELSE expires_at END
         WHERE endpoint_id = $1 RETURNING number`,
        [id, previousExpiresMs, graceSeconds === 0],
      );
      await sql.query(
        `DELETE FROM webhook_secrets WHERE endpoint_id = $1 AND number NOT IN (
           SELECT number FROM webhook_secrets WHERE endpoint_id = $1 AND expires_at > ${NOW('$2')}
           ORDER BY number DESC LIMIT $3)`,
        [id, nowMs, SECRETS_MAX - 1],
      );
      await store(sql, Math.max(0, ...former.map(({ number }) => number)) + 1, nowMs);
      return { secret, previousExpiresMs };
    });
  }

  #newSecret(endpointId: string) {
    if (this.box === null) throw new SecretKeyError('There is no key for secrets');
    const key = randomBytes(SECRET_BYTES.given);
    const { sealed, keyId } = this.box.seal(key, endpointId);
    const store = async (sql: Sql, number: number, nowMs: number): Promise<void> => {
      await sql.query(
        `INSERT INTO webhook_secrets (endpoint_id, number, sealed, key_id, created_at)
         VALUES ($1, $2, $3, $4, ${NOW('$5')})`,
        [endpointId, number, sealed, keyId, nowMs],
      );
    };
    return { secret: formatSecret(key), key, store };
  }
}

const DAY_MS = 86_400_000;

/** Deleted ones count as well until their rows go, which retention leaves for a day. Under the account's lock. */
async function assertBounds(
  sql: Sql,
  account: string,
  { max, perDayMax }: { readonly max: number; readonly perDayMax: number },
  nowMs: number,
): Promise<void> {
  const [row] = await sql.query<{ present: number; made: number; firstMs: number | null }>(
    `SELECT count(*) FILTER (WHERE deleted_at IS NULL)::int AS present,
            count(*) FILTER (WHERE created_at > ${NOW('$2')})::int AS made,
            (extract(epoch FROM min(created_at) FILTER (WHERE created_at > ${NOW('$2')})) * 1000)::float8 AS "firstMs"
     FROM webhook_endpoints WHERE account = $1`,
    [account, nowMs - DAY_MS],
  );
  if (row === undefined) throw new Error('A query of one row gave none');
  if (row.present >= max) throw new EndpointLimitError(max);
  if (row.made >= perDayMax) throw new EndpointDayLimitError(perDayMax, (row.firstMs ?? nowMs) + DAY_MS);
}

/** @param lock - what is appended, such as `FOR NO KEY UPDATE`. */
export async function findEndpoint(
  sql: Sql,
  account: string | null,
  id: string,
  lock: '' | 'FOR NO KEY UPDATE' = '',
): Promise<StoredEndpoint | null> {
  const [row] = await sql.query<StoredEndpoint>(
    `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints
     WHERE id = $1 AND ($2::text IS NULL OR account = $2) AND deleted_at IS NULL ${lock}`,
    [id, account],
  );
  return row ?? null;
}

const termsOf = ({ url, description, events, drops, chains, minHype, enabled }: EndpointTerms) => [
  url,
  description,
  events,
  drops,
  chains,
  minHype,
  enabled,
];
