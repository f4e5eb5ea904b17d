import { randomBytes } from 'node:crypto';
import { openDatabase } from '@droptrack/persistence';
import { DEFAULT_RULESET, type HypeInput, scoreHype } from '@droptrack/scoring';
import { BenchError } from '../process/bench-error';
import type { Catalogue } from '../data/catalogue';
import { madeUpDrops } from '../data/drops';
import { runLoad } from '../lists/load-command';
import { writeList } from '../lists/written-list';
import type { ServerProcess } from '../process/server-process';
import type { BenchContext } from '../bench-context';

/** Subjects of the priced requests. */
export interface CostData {
  /** A drop with a list of wallets and a history. */
  readonly drop: string;
  /** An endpoint of the key. */
  readonly webhook: string;
  /** An instant of the past. */
  readonly asOf: string;
}

const HOUR_MS = 3_600_000;

/** With it the API registers an endpoint of this machine, to which no worker sends anything. */
export const webhookSettings = (): Readonly<Record<string, string>> => ({
  WEBHOOK_SECRET_KEY: randomBytes(32).toString('base64'),
  WEBHOOK_ALLOW_INSECURE: 'true',
});

/** Gives a drop of the catalogue a list and a history of full hours. @returns its id. */
export async function giveHistory(context: BenchContext, { databaseUrl }: Catalogue): Promise<string> {
  const { points, wallets } = context.plan.cost;
  const drop = madeUpDrops(0, 20, Date.now()).find(({ chain }) => chain.value !== 'solana')?.id;
  if (drop === undefined) throw new BenchError('No drop takes wallets of EVM');
  await runLoad(context, databaseUrl, drop, await writeList(context, wallets), false);
  const db = openDatabase(databaseUrl, { poolSize: 1, applicationName: 'bench' });
  try {
    const lastMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    await db.query(
      `INSERT INTO points (drop_id, hour, score, confidence, prior, ruleset, signals, recorded_at)
       SELECT $1, hour, $2, $3, $4, $5, $6, hour
       FROM generate_series(0, $8::int - 1) AS n, LATERAL (SELECT to_timestamp($7::float8 / 1000) - n * interval '1 hour' AS hour) AS at`,
      [drop, ...pointOf(lastMs), lastMs, points],
    );
    await db.query('VACUUM ANALYZE');
    return drop;
  } finally {
    await db.close();
  }
}

/** Score, confidence, prior, ruleset and signals of an hour in which every source has answered. */
function pointOf(atMs: number): unknown[] {
  const dayValues = Array.from({ length: 28 }, (_, day) => 100 + day);
  const reading = { value: 110, observedAtMs: atMs, dayValues };
  const signals: HypeInput['signals'] = Object.fromEntries(DEFAULT_RULESET.hype.signals.map(({ id }) => [id, reading]));
  const { score, confidence, prior, ruleset, signals: scored } = scoreHype({ atMs, signals });
  return [score, confidence, prior, ruleset, Object.fromEntries(scored.map(({ id, z: _, ...signal }) => [id, signal]))];
}

/** Registers an endpoint of the key. @returns its id. */
export async function registerWebhook({ port }: ServerProcess, key: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://127.0.0.1:9/', events: ['*'] }),
  });
  const { id } = (await response.json()) as { id?: string };
  if (id === undefined) throw new BenchError(`No endpoint was registered: ${response.status}`);
  return id;
}
