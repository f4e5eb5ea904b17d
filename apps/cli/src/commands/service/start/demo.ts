import { SAMPLE_ORIGIN } from '@droptrack/catalogue';
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

/** Demo keys, one per plan. */
export function provideDemoKeys(deps: DemoKeysDeps): Promise<DemoKeys> {
  const wanted = Object.fromEntries(PLANS.map((plan) => [plan, { plan, label: `demo ${plan}` }]));
  return provideKeys(wanted as Record<Plan, WantedKey>, demoKeysFile(deps.home), deps);
}

/** Key of the explorer in the demo. */
export async function provideExplorerKey(deps: DemoKeysDeps): Promise<string> {
  const wanted = { explorer: { plan: 'scale', label: 'explorer' } } as const;
  return (await provideKeys(wanted, join(deps.home, 'explorer-key.json'), deps)).explorer;
}

interface WantedKey {
  readonly plan: Plan;
  readonly label: string;
}

/**
 * Keys of an earlier start that are still active, and new ones for those that are not (revoked, expired, or of another
 * database).
 */
async function provideKeys<Name extends string>(
  wanted: Readonly<Record<Name, WantedKey>>,
  file: string,
  { keys, now }: DemoKeysDeps,
): Promise<Record<Name, string>> {
  const kept = await readKept(file);
  const works = async (secret: unknown, plan: Plan): Promise<string | null> => {
    if (typeof secret !== 'string') return null;
    const [key = null] = await keys.findByHashes([hashApiKey(secret)]);
    const isUsable =
      key !== null && key.plan === plan && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now());
    return isUsable ? secret : null;
  };
  const found: [string, string][] = [];
  let isChanged = false;
  for (const [name, want] of Object.entries<WantedKey>(wanted)) {
    const secret = await works(kept[name], want.plan);
    isChanged ||= secret === null;
    found.push([name, secret ?? (await keys.issue(want)).secret]);
  }
  const provided = Object.fromEntries(found) as Record<Name, string>;
  if (isChanged) await write(file, provided);
  return provided;
}

/** Keys of a file; empty if it is missing or damaged, as new keys cost nothing. */
async function readKept(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return Object(JSON.parse(await readFile(file, 'utf8'))) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Written to another file and renamed: the mode is right from the start, and no reader sees a partial file. */
async function write(file: string, keys: Readonly<Record<string, string>>): Promise<void> {
  const partial = `${file}.new`;
  await writeFile(partial, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  await rename(partial, file);
}

/** Content of the demo. */
interface DemoContent {
  /** Number of sample drops. */
  readonly drops: number;
  /** Number of candidates that wait for a review. */
  readonly candidates: number;
  readonly examples: DemoExamples;
}

/** Drops to try, each with an eligible wallet of its list; null if there is none. */
export interface DemoExamples {
  /** A sample drop; with a proof, and with an open claim window, if there is one. */
  readonly sample: DemoExample | null;
  /** A real drop whose list has a published root. */
  readonly real: DemoExample | null;
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
    const [counted] = await db.query<{ drops: number; candidates: number }>(
      `SELECT (SELECT count(*) FROM drops WHERE origin = $1 AND archived_at IS NULL)::int AS drops,
              (SELECT count(*) FROM candidates WHERE state IN ('new', 'watched'))::int AS candidates`,
      [SAMPLE_ORIGIN],
    );
    const [sample = null] = await db.query<DemoExample>(exampleOf('origin = $1'), [SAMPLE_ORIGIN]);
    const [real = null] = await db.query<DemoExample>(exampleOf('origin <> $1 AND root_published'), [SAMPLE_ORIGIN]);
    return { drops: counted?.drops ?? 0, candidates: counted?.candidates ?? 0, examples: { sample, real } };
  } finally {
    await db.close();
  }
}

/** Query of the drop that shows most, and of its first wallet. */
const exampleOf = (condition: string): string => `
  WITH example AS (
    SELECT lists.id AS list_id, drop_id FROM lists JOIN drops ON drops.id = drop_id
    WHERE in_force AND kind = 'allocation' AND archived_at IS NULL AND ${condition}
      AND EXISTS (SELECT FROM list_rows WHERE list_id = lists.id AND octet_length(wallet) = 20 AND amount > 0)
    ORDER BY EXISTS (
        SELECT FROM calendar_events AS event
        WHERE event.drop_id = drops.id AND type = 'claim' AND status = 'confirmed'
          AND now() BETWEEN starts_at AND coalesce(ends_at, 'infinity')
      ) DESC, root_published DESC, drop_id, lists.name
    LIMIT 1
  )
  SELECT drop_id AS drop, '0x' || encode(wallet, 'hex') AS wallet FROM example JOIN list_rows USING (list_id)
  WHERE octet_length(wallet) = 20 AND amount > 0 ORDER BY wallet LIMIT 1`;
