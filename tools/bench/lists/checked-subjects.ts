import { join } from 'node:path';
import type { EligibilityResult } from '@droptrack/contracts';
import type { Database } from '@droptrack/persistence';
import { BenchError } from '../process/bench-error';
import { fetchAnswer } from '../load/fetch-answer';
import { type ServerProcess, startServer } from '../process/server-process';
import type { BenchContext } from '../bench-context';
import { checkRequest, type Checks, isListed } from './checks';
import { baseAmount } from './made-up-wallets';

/** Who is asked to check wallets of which list. */
export interface CheckedSubject {
  readonly server: ServerProcess;
  readonly checks: Omit<Checks, 'from'>;
}

/** The yardstick over the rows of one list, as bare as it can be. */
export async function startBareLookUp(
  { cores, programs, cleanup }: BenchContext,
  db: Database,
  databaseUrl: string,
  drop: string,
): Promise<ServerProcess> {
  const [list] = await db.query<{ id: string }>(
    `SELECT id::text FROM lists WHERE drop_id = $1 AND kind = 'allocation' AND in_force`,
    [drop],
  );
  if (list === undefined) throw new BenchError(`${drop} has no list`);
  const entry = join(programs, 'bare-look-up.cjs');
  const env = { DATABASE_URL: databaseUrl, NODE_ENV: 'production' };
  return startServer({ name: 'The bare look-up', entry, args: [list.id], env, core: cores?.servers ?? null }, cleanup);
}

/** Sees that a wallet of the list and one of no list are answered as they must be. @throws {BenchError} */
export async function assertAnswers({ server, checks }: CheckedSubject, hasProof: boolean): Promise<void> {
  for (const check of [0, 1]) {
    const { body } = await fetchAnswer(server.port, checkRequest(checks, check).toString('latin1'));
    const { eligible, allocation, proof } = JSON.parse(body) as Partial<EligibilityResult>;
    const isRight = eligible === isListed(check) && (allocation?.amount ?? null) === (eligible ? baseAmount(0) : null);
    if (!isRight || (hasProof && eligible === true && (proof?.proof.length ?? 0) === 0)) {
      throw new BenchError(`A check is not answered as it must be:\n${body}`);
    }
  }
}
