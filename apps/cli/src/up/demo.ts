import { type Plan, PLANS } from '@droptrack/contracts';
import { type ApiKeyRepository, hashApiKey, openDatabase } from '@droptrack/persistence';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One demo key per plan. */
export type DemoKeys = Readonly<Record<Plan, string>>;

interface DemoKeysDeps {
  readonly keys: Pick<ApiKeyRepository, 'findByHashes' | 'issue'>;
  readonly home: string;
  readonly now: () => Date;
}

/** File of the demo keys, readable only by its owner. */
export const demoKeysFile = (home: string): string => join(home, 'demo-keys.json');

/**
 * Demo keys: those of an earlier start that are still active, and new ones for those that are not (revoked, expired, or
 * of another database).
 */
export async function provideDemoKeys({ keys, home, now }: DemoKeysDeps): Promise<DemoKeys> {
  const kept = await readKept(home);
  const works = async (plan: Plan): Promise<string | null> => {
    const secret = kept[plan];
    if (secret === undefined) return null;
    const [key = null] = await keys.findByHashes([hashApiKey(secret)]);
    const isUsable =
      key !== null && key.plan === plan && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now());
    return isUsable ? secret : null;
  };
  const found: [Plan, string][] = [];
  let isChanged = false;
  for (const plan of PLANS) {
    const secret = await works(plan);
    isChanged ||= secret === null;
    found.push([plan, secret ?? (await issueDemoKey(keys, plan))]);
  }
  const demoKeys = Object.fromEntries(found) as Record<Plan, string>;
  if (isChanged) await write(home, demoKeys);
  return demoKeys;
}

async function issueDemoKey(keys: DemoKeysDeps['keys'], plan: Plan): Promise<string> {
  const { secret } = await keys.issue({ plan, label: `demo ${plan}` });
  return secret;
}

/** Keys of the file; empty if it is missing or damaged, as new keys cost nothing. */
async function readKept(home: string): Promise<Partial<Record<Plan, string>>> {
  try {
    const kept = JSON.parse(await readFile(demoKeysFile(home), 'utf8')) as Record<string, unknown>;
    const entries = PLANS.map((plan) => [plan, kept[plan]]).filter(([, secret]) => typeof secret === 'string');
    return Object.fromEntries(entries) as Partial<Record<Plan, string>>;
  } catch {
    return {};
  }
}

/** Written to another file and renamed: the mode is right from the start, and no reader sees a partial file. */
async function write(home: string, demoKeys: DemoKeys): Promise<void> {
  const partial = `${demoKeysFile(home)}.new`;
  await writeFile(partial, `${JSON.stringify(demoKeys, null, 2)}\n`, { mode: 0o600 });
  await rename(partial, demoKeysFile(home));
}

/** Content of the demo. */
interface DemoContent {
  /** Number of sample drops. */
  readonly drops: number;
  /** Number of candidates that wait for a review. */
  readonly candidates: number;
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
    const [sample] = await db.query<{ drops: number; candidates: number }>(
      `SELECT (SELECT count(*) FROM drops WHERE origin = 'sample' AND archived_at IS NULL)::int AS drops,
              (SELECT count(*) FROM candidates WHERE state IN ('new', 'watched'))::int AS candidates`,
    );
    const [example] = await db.query<DemoExample>(
      `SELECT drops.id AS drop, '0x' || encode(wallet, 'hex') AS wallet
       FROM drops JOIN lists ON lists.drop_id = drops.id AND in_force AND kind = 'allocation'
         JOIN list_rows ON list_id = lists.id AND octet_length(wallet) = 20 AND amount > 0
       WHERE origin = 'sample' AND archived_at IS NULL ORDER BY drops.id, wallet LIMIT 1`,
    );
    return { drops: sample?.drops ?? 0, candidates: sample?.candidates ?? 0, example: example ?? null };
  } finally {
    await db.close();
  }
}
