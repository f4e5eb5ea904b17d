import {
  type Droptrack,
  type EligibilityResult,
  type OfficialDomain,
  isAnswered,
  type WalletDropsSummary,
} from '@droptrack/sdk';
import { nullIfFailed } from '../../api/null-if-failed';
import type { CheckRequest } from './check-request';
import { prepareClaimCall, type PreparedOutcome } from './claim-choices';
import { type CheckProblem, walletProblem } from './check-problems';
import type { KnownDrops } from './known-drops';

/** Result of a check with the facts that a card adds. */
export interface CheckedDrop {
  readonly result: EligibilityResult;
  /** Display name of the drop; its id if the name is unknown. */
  readonly name: string;
  /** Claim call, if the form asks for it. */
  readonly prepared: PreparedOutcome | null;
  /** Official domains of the drop; empty while unknown, and for results whose card names no page. */
  readonly domains: readonly OfficialDomain[];
}

/** Outcome of a check. */
export interface CheckedWallet {
  /** Normalized address. */
  readonly wallet: string;
  /** In the order of the API: what is claimable now first. */
  readonly drops: readonly CheckedDrop[];
  /** Counts over all drops, and the instant up to which they are complete; null for a check against one drop. */
  readonly all: { readonly summary: WalletDropsSummary; readonly asOf: string } | null;
}

/** Checks a wallet against one drop, or in one request against all drops. @throws {DroptrackError} */
export async function runChecks(
  client: Droptrack,
  { wallet, dropId, choices }: CheckRequest,
  known: KnownDrops,
): Promise<CheckedWallet | CheckProblem> {
  if (dropId !== null) {
    const result = await client.eligibility.check({ wallet, drop: dropId });
    const isPrepared = choices !== null && result.status === 'eligible';
    const [[drop], prepared] = await Promise.all([
      described(client, [result], known),
      isPrepared ? prepareClaimCall(client, { drop: dropId, wallet }, choices) : null,
    ]);
    return { wallet: result.wallet, drops: drop === undefined ? [] : [{ ...drop, prepared }], all: null };
  }
  const { data, as_of: asOf } = await client.wallets.drops({ wallets: [wallet], include: ['claimed', 'proofs'] });
  const [answer] = data;
  if (answer === undefined) throw new Error('The API returned no item for a wallet');
  if (!isAnswered(answer)) return walletProblem(answer.problem);
  const drops = await described(client, answer.data, known);
  return { wallet: answer.wallet, drops, all: { summary: answer.summary, asOf } };
}

/** Maximum number of explanations to read, each a request with the key of the explorer, which all visitors share. */
const EXPLAINED_MAX = 5;

/** True for a result whose card names a page of the project; of several results, one that is open. */
const hasPage = ({ status, claim, checker }: EligibilityResult, isSingle: boolean): boolean =>
  status === 'eligible'
    ? claim.url !== null && (isSingle || claim.status === 'open')
    : isSingle && checker !== undefined;

/** Adds names to all results, and the official domains of the drop to the first that name a page of the project. */
function described(client: Droptrack, results: EligibilityResult[], { drops }: KnownDrops): Promise<CheckedDrop[]> {
  const names = new Map(drops.map(({ id, name }) => [id, name]));
  const isSingle = results.length === 1;
  const explained = new Set(results.filter((result) => hasPage(result, isSingle)).slice(0, EXPLAINED_MAX));
  return Promise.all(
    results.map(async (result) => {
      // A result without these facts is better than none.
      const facts = explained.has(result) ? await nullIfFailed(client.drops.explain(result.drop)) : null;
      return {
        result,
        name: facts?.name ?? names.get(result.drop) ?? result.drop,
        prepared: null,
        domains: facts?.official_domains ?? [],
      };
    }),
  );
}
