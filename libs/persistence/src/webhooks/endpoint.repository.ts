import { randomInt } from 'node:crypto';
import { instant } from '../clock/instants';
import type { Database, Sql } from '../database/database';
import {
  ENDPOINT_COLUMNS,
  EndpointChangedError,
  EndpointDayLimitError,
  EndpointLimitError,
  type EndpointTerms,
  type StoredEndpoint,
} from './endpoint';
import { type CreatedEndpoint, CreationRepository, type KeyedCreation } from './creation.repository';
import { lockAccount, shareHosts } from './host-shares';
import { wakeDispatchers } from './queue-lock';
import type { SecretBox } from './secret-box';
import { SecretRepository } from './secret.repository';

/** Further bounds and conditions of a new endpoint. */
interface CreateOptions {
  /** Endpoints that the account may create within 24 hours; unbounded when not given. */
  readonly perDayMax?: number;
  /** Called with the key of the new secret before anything is stored; if it throws, no endpoint is created. */
  readonly prove?: (key: Uint8Array) => Promise<void>;
  /** Key under which a repetition with the same terms gets the same endpoint; null for a request that is not repeated. */
  readonly idempotencyKey?: string | null;
}

/** State of an endpoint that a change is checked against. */
type ExpectedState = Pick<EndpointTerms, 'url' | 'enabled'>;

/** Result of {@link EndpointRepository.create}. */
export interface EndpointCreation extends CreatedEndpoint {
  /** True for an endpoint that an earlier request with the same idempotency key created. */
  readonly isReplayed: boolean;
}

const ID_ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const newId = () => `wh_${Array.from({ length: 20 }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('')}`;

/** Endpoints of accounts. For other accounts than its own, an endpoint does not exist. */
export class EndpointRepository {
  readonly #secrets: SecretRepository;
  readonly #creations: CreationRepository;

  /** @param box - null without a key for secrets: then no endpoint can be created. */
  constructor(
    private readonly db: Database,
    box: SecretBox | null,
  ) {
    this.#secrets = new SecretRepository(db, box);
    this.#creations = new CreationRepository(box);
  }

  /**
   * The endpoint that an earlier request with the same idempotency key and terms created.
   *
   * @returns null for a new key.
   * @throws {IdempotencyKeyReusedError} {SecretKeyError}
   */
  async findCreated(request: KeyedCreation, nowMs: number): Promise<EndpointCreation | null> {
    return this.#repeated(this.db, request, nowMs);
  }

  async #repeated(sql: Sql, request: KeyedCreation | null, nowMs: number): Promise<EndpointCreation | null> {
    const created = request && (await this.#creations.find(sql, request, nowMs));
    return created && { ...created, isReplayed: true };
  }

  /**
   * Creates an endpoint. Of concurrent requests with one idempotency key, the first to get the account's lock creates it, and
   * the others return it.
   *
   * @param max - endpoints that the account may have, over all.
   * @throws {EndpointLimitError} {EndpointDayLimitError} {IdempotencyKeyReusedError} {SecretKeyError} without a key;
   *   {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async create(
    account: string,
    given: EndpointTerms,
    max: number,
    nowMs: number,
    { perDayMax = Infinity, prove, idempotencyKey = null }: CreateOptions = {},
  ): Promise<EndpointCreation> {
    const request = idempotencyKey === null ? null : { account, idempotencyKey, terms: given };
    const id = newId();
    const secret = this.#secrets.create(id);
    if (prove !== undefined) {
      // Before the challenge is sent; under the account's lock both are checked again.
      const repeated = await this.#repeated(this.db, request, nowMs);
      if (repeated !== null) return repeated;
      await assertBounds(this.db, account, { max, perDayMax }, nowMs);
      await prove(secret.key);
    }
    return this.db.transaction(async (sql) => {
      // Concurrent requests of an account run one after the other.
      await lockAccount(sql, account);
      const repeated = await this.#repeated(sql, request, nowMs);
      if (repeated !== null) return repeated;
      await assertBounds(sql, account, { max, perDayMax }, nowMs);
      const [row] = await sql.query<StoredEndpoint>(
        `INSERT INTO webhook_endpoints (id, account, url, description, events, filter_drops, filter_chains, min_hype, enabled,
                                        created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${instant('$10')}, ${instant('$10')})
         RETURNING ${ENDPOINT_COLUMNS}`,
        [id, account, ...termsOf(given), nowMs],
      );
      if (row === undefined) throw new Error('INSERT returned no row');
      await this.#secrets.store(sql, id, 1, secret, nowMs);
      await shareHosts(sql, account);
      const created = { endpoint: row, secret: secret.secret };
      if (request !== null) await this.#creations.store(sql, request, created, nowMs);
      return { ...created, isReplayed: false };
    });
  }

  /**
   * Lists the endpoints of an account, the latest first.
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

  /** @param account - null for the endpoint of any account. */
  async find(account: string | null, id: string): Promise<StoredEndpoint | null> {
    return findEndpoint(this.db, account, id);
  }

  /**
   * Changes the given members. Deliveries that are leased already go to the former URL. A new URL, or enabling an endpoint,
   * closes its circuit breaker, and outcomes of attempts from before do not count. Events and filters apply when an event is
   * published.
   *
   * @param judged - state that the change was checked against; null for no check.
   * @returns null when there is no such endpoint.
   * @throws {EndpointChangedError} when the state has changed since.
   */
  update(
    account: string,
    id: string,
    change: Partial<EndpointTerms>,
    nowMs: number,
    judged: ExpectedState | null = null,
  ): Promise<StoredEndpoint | null> {
    return this.db.transaction(async (sql) => {
      if (change.url !== undefined || change.enabled !== undefined) await lockAccount(sql, account);
      const former = await findEndpoint(sql, account, id, 'FOR NO KEY UPDATE');
      if (former === null) return null;
      if (judged !== null && (former.url !== judged.url || former.enabled !== judged.enabled)) {
        throw new EndpointChangedError('The endpoint has changed in the meantime');
      }
      const terms = { ...former, ...change };
      const isFresh = change.enabled === true || terms.url !== former.url;
      const [row] = await sql.query<StoredEndpoint>(
        `UPDATE webhook_endpoints
         SET url = $2, description = $3, events = $4, filter_drops = $5, filter_chains = $6, min_hype = $7, enabled = $8,
             updated_at = ${instant('$9')}, failures = CASE WHEN $10 THEN 0 ELSE failures END,
             fresh_at = CASE WHEN $10 THEN ${instant('$9')} ELSE fresh_at END,
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

  /** Keys of the active secrets, the latest first. @throws {SecretKeyError} without a key that opens them. */
  signingKeys(id: string, nowMs: number): Promise<Uint8Array[]> {
    return this.#secrets.activeKeys(id, nowMs);
  }

  /**
   * Replaces the secret of an endpoint; the former one stays active for the grace period. See {@link SecretRepository.rotate}.
   *
   * @returns null when there is no such endpoint.
   * @throws {SecretKeyError} without a key.
   */
  async rotateSecret(
    account: string,
    id: string,
    graceSeconds: number,
    nowMs: number,
  ): Promise<{ readonly secret: string; readonly previousExpiresMs: number } | null> {
    const secret = this.#secrets.create(id);
    return this.db.transaction(async (sql) => {
      if ((await findEndpoint(sql, account, id, 'FOR NO KEY UPDATE')) === null) return null;
      const previousExpiresMs = await this.#secrets.rotate(sql, id, secret, graceSeconds, nowMs);
      return { secret: secret.secret, previousExpiresMs };
    });
  }

  /**
   * Deletes an endpoint: nothing more is sent to it.
   *
   * @returns true if it existed.
   */
  async remove(account: string, id: string, nowMs: number): Promise<boolean> {
    return this.db.transaction(async (sql) => {
      await lockAccount(sql, account);
      const rows = await sql.query(
        `UPDATE webhook_endpoints SET deleted_at = ${instant('$3')}, enabled = false
         WHERE id = $1 AND account = $2 AND deleted_at IS NULL RETURNING id`,
        [id, account, nowMs],
      );
      if (rows.length > 0) await shareHosts(sql, account);
      return rows.length > 0;
    });
  }
}

const DAY_MS = 86_400_000;

/** Deleted endpoints count as well: retention keeps their rows for a day. Under the account's lock. */
async function assertBounds(
  sql: Sql,
  account: string,
  { max, perDayMax }: { readonly max: number; readonly perDayMax: number },
  nowMs: number,
): Promise<void> {
  const [row] = await sql.query<{ present: number; made: number; firstMs: number | null }>(
    `SELECT count(*) FILTER (WHERE deleted_at IS NULL)::int AS present,
            count(*) FILTER (WHERE created_at > ${instant('$2')})::int AS made,
            (extract(epoch FROM min(created_at) FILTER (WHERE created_at > ${instant('$2')})) * 1000)::float8 AS "firstMs"
     FROM webhook_endpoints WHERE account = $1`,
    [account, nowMs - DAY_MS],
  );
  if (row === undefined) throw new Error('A query of one row returned none');
  if (row.present >= max) throw new EndpointLimitError(max);
  if (row.made >= perDayMax) throw new EndpointDayLimitError(perDayMax, (row.firstMs ?? nowMs) + DAY_MS);
}

/** @param lock - locking clause. */
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
