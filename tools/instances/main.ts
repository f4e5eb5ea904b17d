import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ApiKeyRepository } from '@droptrack/persistence';
import { madeUpDrops } from '../bench/data/drops';
import { openBenchDatabase, Postgres } from '../bench/data/postgres';
import { makeScratch, runProgram, UsageError, type Work } from '../processes/program';
import { RedisServer, redisVersion } from '../processes/redis-server';
import { checkBadKeys } from './bad-keys';
import { applyDrops, type InstancesContext } from './context';
import { Findings } from './findings';
import { startInstances } from './instance';
import { checkKeyChanges } from './key-changes';
import { checkOneInstance } from './limits/one-instance';
import { checkSharedLimits } from './limits/shared';
import { FULL, SMOKE } from './plan';
import { checkRollingRestart } from './rolling-restart';
import { checkViews } from './views/views';

const USAGE = `Usage: npm run instances -- [--smoke] [--json] [--help]

Starts a PostgreSQL, a Redis where redis-server is installed, and instances of the API as built for production, all on
127.0.0.1, and measures the guarantees of several instances together: limits, the delay of the plan free, changes of
keys, a rolling restart under load, memory during a flood of invalid keys.

  --smoke  short delays and small counts, half a minute in all
  --json   findings as JSON on standard output
  --help   this text

Exits with 0 when all findings are as promised, 1 when one is not or a check could not run, 2 for an unknown argument.`;

const INSTANCES = 3;

/** Resolves to true when all findings are as promised. */
const check: Work = async (cleanup, giveUp) => {
  const { smoke = false, json = false, help = false } = parse(process.argv.slice(2));
  if (help) {
    process.stdout.write(`${USAGE}\n`);
    return true;
  }
  const plan = smoke ? SMOKE : FULL;
  const timeout = setTimeout(() => giveUp('The checks take too long'), plan.timeoutMs);
  const [root, scratch] = [join(__dirname, '../../..'), await makeScratch('instances', cleanup)];
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const findings = new Findings(json ? progress : (line) => void process.stdout.write(`${line}\n`));
  progress('Starting PostgreSQL …');
  const postgres = await Postgres.start(scratch, root, cleanup);
  const databaseUrl = await postgres.createDatabase('instances');
  const db = openBenchDatabase(databaseUrl, 2);
  await cleanup.push(() => db.close());
  const keys = new ApiKeyRepository(db);
  await runChecks({ plan, root, scratch, cleanup, findings, progress, databaseUrl, db, keys });
  clearTimeout(timeout);
  const { all, skipped, failed } = findings;
  const report = { smoke, ok: failed.length === 0, findings: all, skipped };
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : findings.verdict()}\n`);
  return failed.length === 0;
};

function parse(args: readonly string[]) {
  const options = { smoke: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function runChecks(context: InstancesContext): Promise<void> {
  await applyDrops(context.db, madeUpDrops(0, context.plan.drops, Date.now()));
  await checkOneInstance(context);
  const redis = redisVersion() === null ? null : await RedisServer.start({ ...context, core: null });
  const instances = await startInstances(context, INSTANCES, redis?.url);
  if (redis !== null) await checkSharedLimits(context, instances, redis);
  else context.findings.skip('limits that instances share', 'there is no redis-server on the PATH');
  await checkViews(context, instances);
  await checkKeyChanges(context, instances);
  await checkRollingRestart(context, instances);
  for (const instance of instances) await instance.stop();
  await checkBadKeys(context);
}

void runProgram(USAGE, check);
