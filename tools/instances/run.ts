import { ApiKeyRepository, openDatabase } from '@droptrack/persistence';
import { Postgres } from '../bench/data/postgres';
import { madeUpDrops } from '../bench/data/drops';
import { RedisServer, redisVersion } from '../bench/limits/redis-server';
import { checkBadKeys } from './bad-keys/flood';
import { checkKeyChanges } from './keys/changes';
import { checkOneInstance } from './limits/one-instance';
import { checkSharedLimits } from './limits/shared';
import { checkRollingRestart } from './restart/rolling';
import { applyDrops } from './setup/catalogue';
import { type Instance, startInstances } from './setup/instance';
import type { Stage } from './stage';
import { checkViews } from './views/views';

const INSTANCES = 3;

/** Runs all checks, one after the other. @throws whatever keeps one from being run. */
export async function runChecks(given: Omit<Stage, 'databaseUrl' | 'db' | 'keys'>): Promise<void> {
  given.progress('Starting PostgreSQL …');
  const postgres = await Postgres.start(given.scratch, given.root, given.cleanup);
  const databaseUrl = await postgres.createDatabase('instances');
  const db = openDatabase(databaseUrl, { poolSize: 2, applicationName: 'droptrack instances' });
  await given.cleanup.push(() => db.close());
  const stage: Stage = { ...given, databaseUrl, db, keys: new ApiKeyRepository(db) };
  await applyDrops(db, madeUpDrops(0, stage.plan.drops, Date.now()));
  await checkOneInstance(stage);
  await checkSeveral(stage);
  await checkBadKeys(stage);
}

async function checkSeveral(stage: Stage): Promise<void> {
  const redis = redisVersion() === null ? null : await RedisServer.start({ cores: null, ...stage });
  const instances: Instance[] = await startInstances(stage, INSTANCES, redis?.url);
  if (redis !== null) await checkSharedLimits(stage, instances, redis);
  else stage.findings.skip('limits that instances share', 'there is no redis-server on the PATH');
  await checkViews(stage, instances);
  await checkKeyChanges(stage, instances);
  await checkRollingRestart(stage, instances);
  for (const instance of instances) await instance.stop();
}
