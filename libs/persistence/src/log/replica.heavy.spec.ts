import { join } from 'node:path';
import { type Database, openDatabase } from '../database/database';
import { ApiKeyRepository } from '../keys/api-key.repository';
import {
  breakableLink,
  type BreakableLink,
  type Standby,
  startStandby,
  startTestServer,
  type TestServer,
} from '../testing';
import { confirmLog } from './confirm';
import { LogGapError } from './log-gap.error';
import { readPosition } from './head';
import { ReplicaBehindError, readReplicatedHead } from './replicated-head';
import { append, draft, recordFollower, until } from './testing';

let server: TestServer;
let primary: Database;
let standby: Standby;
let replica: Database;
let link: BreakableLink;
/** Path over which the replica receives what the primary writes. */
let replication: BreakableLink;
const followed: ReturnType<typeof recordFollower>[] = [];
const follow = (options: Parameters<typeof recordFollower>[1] = {}) => {
  const each = recordFollower(link.url, { isReplica: true, ...options });
  followed.push(each);
  return each;
};

beforeEach(async () => {
  server = await startTestServer(join(__dirname, '../../../../prisma/migrations'));
  primary = openDatabase(server.templateUrl, { poolSize: 4, applicationName: 'test' });
  await append(primary, draft('a', 1));
  replication = await breakableLink(server.templateUrl);
  standby = await startStandby(server.templateUrl, replication.url);
  replica = openDatabase(standby.url, { poolSize: 2, applicationName: 'test' });
  link = await breakableLink(standby.url);
});
afterEach(async () => {
  await Promise.all(followed.splice(0).map(({ follower }) => follower.stop()));
  await link.cut();
  await Promise.all([primary.close(), replica.close()]);
  await standby.stop();
  await replication.cut();
  await server.stop();
});

/** Waits until the replica has everything that the primary has written, and shows it. */
const replicated = async () => {
  const [row] = await primary.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn');
  for (let isThere = false; !isThere;) {
    const [found] = await replica.query<{ is_there: boolean }>(
      'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS is_there',
      [row?.lsn],
    );
    isThere = found?.is_there ?? false;
  }
};

describe('a follower of a streaming replica', () => {
  it('delivers a revision with the confirmation that covers it, and not before', async () => {
    const { revisions, confirmations } = follow();
    const { asOfMs } = await confirmLog(primary);
    await until(() => confirmations.at(-1)?.asOfMs === asOfMs);
    expect(revisions.map(({ seq }) => seq)).toEqual([1]);

    await append(primary, draft('a', 2), draft('a', 3));
    await replicated();
    expect(await readReplicatedHead(replica)).toMatchObject({ seq: 3, confirmation: { seq: 1, asOfMs } });
    const polls = confirmations.length;
    await until(() => confirmations.length > polls + 1);
    expect(revisions).toHaveLength(1);

    const later = await confirmLog(primary);
    await until(() => revisions.length === 3);
    await until(() => confirmations.at(-1)?.seq === 3);
    expect(confirmations.at(-1)).toMatchObject({ asOfMs: later.asOfMs, revisionsBefore: 3 });
    for (const { asOfMs: upToMs, revisionsBefore } of confirmations) {
      const covered = revisions.filter(({ recordedAtMs }) => recordedAtMs <= upToMs);
      expect(covered).toHaveLength(revisionsBefore);
    }
  });

  it('reports changed keys once they are replicated', async () => {
    const { changes, confirmations } = follow();
    await until(() => confirmations.length > 0);
    const { keys } = changes;
    await new ApiKeyRepository(primary).issue({ plan: 'pro', label: 'test' });
    await until(() => changes.keys > keys);
  });

  // A restarted replica may first show less than before: that is no other log, for which the process would have to end.
  it('waits for a replica that shows less than before', async () => {
    await append(primary, draft('a', 2));
    await confirmLog(primary);
    await replicated();
    await standby.pause();
    await append(primary, draft('a', 3));
    await confirmLog(primary);
    const after = await readPosition(primary);

    const { revisions, confirmations, troubles } = follow({ after });
    await until(() => troubles.length > 1);
    expect(troubles.every((error) => error instanceof ReplicaBehindError)).toBe(true);
    expect(confirmations).toEqual([]);
    await standby.resume();
    await until(() => confirmations.length > 0);
    expect(revisions).toEqual([]);
  });

  it('reports another log after the promotion of a replica that lacked a revision', async () => {
    await confirmLog(primary);
    await replicated();
    // The primary is lost before the replica has received its last revision.
    await replication.cut();
    await append(primary, draft('lost', 2));
    const { troubles } = follow({ after: await readPosition(primary) });
    await until(() => troubles.length > 0);
    expect(troubles.at(-1)).toBeInstanceOf(ReplicaBehindError);
    await standby.promote();
    await until(() => troubles.some((error) => error instanceof LogGapError));
  });
});
