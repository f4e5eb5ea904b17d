import type { Database } from '../database/database';
import type { SecretBox } from './secret-box';

/** What a pass over all secrets did. */
export interface ResealReport {
  /** Secrets that are sealed under the first key now, and were not before. */
  readonly resealed: number;
  /** Secrets whose key is not among those given: they stay as they are, and nothing can be signed with them. */
  readonly unknown: number;
}

const ROWS_A_STEP = 500;

interface SecretRow {
  readonly endpoint_id: string;
  readonly number: number;
  readonly sealed: Buffer;
  readonly key_id: string;
}

/**
 * Seals all secrets under the first key, a batch at a time, so that the others can be thrown away. Deliveries go on.
 *
 * @throws {SecretKeyError} when a secret does not open with the key that it names; those before it are done.
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function resealSecrets(db: Database, box: SecretBox): Promise<ResealReport> {
  let [resealed, unknown] = [0, 0];
  for (let after: Pick<SecretRow, 'endpoint_id' | 'number'> | null = { endpoint_id: '', number: 0 }; after !== null;) {
    const from = after;
    const rows: SecretRow[] = await db.transaction(async (sql) => {
      const found = await sql.query<SecretRow>(
        `SELECT endpoint_id, number, sealed, key_id FROM webhook_secrets
         WHERE (endpoint_id, number) > ($1, $2) AND key_id <> $3
         ORDER BY endpoint_id, number LIMIT $4 FOR NO KEY UPDATE`,
        [from.endpoint_id, from.number, box.keyId, ROWS_A_STEP],
      );
      const known = found.filter(({ key_id: keyId }) => box.has(keyId));
      const sealed = known.map((row) => {
        const secret = box.open({ sealed: row.sealed, keyId: row.key_id }, row.endpoint_id);
        return box.seal(secret, row.endpoint_id).sealed;
      });
      await sql.query(
        `UPDATE webhook_secrets AS s SET sealed = n.sealed, key_id = $4
         FROM unnest($1::text[], $2::int[], $3::bytea[]) AS n (endpoint_id, number, sealed)
         WHERE s.endpoint_id = n.endpoint_id AND s.number = n.number`,
        [known.map((row) => row.endpoint_id), known.map(({ number }) => number), sealed, box.keyId],
      );
      resealed += known.length;
      unknown += found.length - known.length;
      return found;
    });
    after = rows.at(-1) ?? null;
  }
  return { resealed, unknown };
}
