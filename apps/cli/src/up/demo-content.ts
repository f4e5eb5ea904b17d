import { openDatabase } from '@droptrack/persistence';

/** Content of the demo. */
export interface DemoContent {
  /** Number of sample drops. */
  readonly drops: number;
  /** A drop with a list, and an eligible wallet; null if there is none. */
  readonly example: DemoExample | null;
}

export interface DemoExample {
  readonly drop: string;
  /** EVM address, lower case. */
  readonly wallet: string;
}

/** Reads the sample drops, which change every day. */
export async function readDemoContent(databaseUrl: string): Promise<DemoContent> {
  const db = openDatabase(databaseUrl, { poolSize: 1, applicationName: 'droptrack up' });
  try {
    const [sample] = await db.query<{ drops: number }>(
      "SELECT count(*)::int AS drops FROM drops WHERE origin = 'sample' AND archived_at IS NULL",
    );
    const [example] = await db.query<DemoExample>(
      `SELECT drops.id AS drop, '0x' || encode(wallet, 'hex') AS wallet
       FROM drops JOIN lists ON lists.drop_id = drops.id AND in_force AND kind = 'allocation'
         JOIN list_rows ON list_id = lists.id AND octet_length(wallet) = 20 AND amount > 0
       WHERE origin = 'sample' AND archived_at IS NULL ORDER BY drops.id, wallet LIMIT 1`,
    );
    return { drops: sample?.drops ?? 0, example: example ?? null };
  } finally {
    await db.close();
  }
}
