import { type Droptrack, type EligibilityResult, isAnswered } from '@droptrack/sdk';
import { nullIfFailed } from '../../api/null-if-failed';
import type { CheckRequest } from './check-request';
import { CHECK_PROBLEMS, type CheckProblem, walletProblem } from './check-problems';
import { checkableIds, type KnownDrops } from './known-drops';

/** Result of a check with the facts that a card adds. */
export interface CheckedDrop {
  readonly result: EligibilityResult;
  /** Display name of the drop; its id if the name is unknown. */
  readonly name: string;
  /** Version of the list that determined the result; null while unknown. */
  readonly listVersion: number | null;
  /** Official site of the drop; null while unknown. */
  readonly siteUrl: string | null;
}

/** Checks a wallet against one drop, or against the drops that can have a list. @throws {DroptrackError} */
export async function runChecks(
  client: Droptrack,
  { wallet, dropId }: CheckRequest,
  known: KnownDrops,
  nowMs: number,
): Promise<CheckedDrop[] | CheckProblem> {
  if (dropId !== null) return described(client, [await client.eligibility.check({ wallet, drop: dropId })], known);
  const ids = checkableIds(known, nowMs);
  if (ids.length === 0) return CHECK_PROBLEMS.noDrops;
  const { data } = await client.eligibility.checkBatch(ids.map((drop) => ({ wallet, drop })));
  const results = data.filter(isAnswered);
  const [fault] = data.flatMap((each) => (isAnswered(each) ? [] : [each.problem]));
  // A wallet is invalid for all drops; another fault, such as a drop archived a moment ago, concerns one.
  if (fault?.code === 'invalid_wallet') return walletProblem(fault);
  if (results.length === 0) return CHECK_PROBLEMS.noDrops;
  return described(client, results, known);
}

/** Adds names to all results, and to those with a list its version and the site of the drop. */
function described(client: Droptrack, results: EligibilityResult[], { drops }: KnownDrops): Promise<CheckedDrop[]> {
  const names = new Map(drops.map(({ id, name }) => [id, name]));
  return Promise.all(
    results.map(async (result) => {
      // A result without these facts is better than none.
      const explained = result.status === 'eligible' ? await nullIfFailed(client.drops.explain(result.drop)) : null;
      const list = explained?.ev_usd.list ?? null;
      return {
        result,
        name: explained?.name ?? names.get(result.drop) ?? result.drop,
        listVersion: list !== null && list.sha256 === result.source?.sha256 ? list.version : null,
        siteUrl: explained?.links.find(({ name }) => name === 'site')?.url ?? null,
      };
    }),
  );
}
