import { isExcluded } from '@droptrack/contracts';
import {
  type AllocationEntry,
  ApiError,
  type Droptrack,
  DroptrackError,
  type EligibilityResult,
  isAnswered,
  type Problem,
  type WalletDropsSummary,
} from '@droptrack/sdk';
import { formatTokenAmount } from '@droptrack/eligibility';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import { count, formatTable } from '../output/format';
import type { Output } from '../output/output';

export interface CheckArguments {
  readonly wallet: string;
  /** Id of the drop; null for all drops. */
  readonly dropId: string | null;
}

interface CheckDeps {
  readonly client: Droptrack;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/**
 * Checks a wallet against one drop or all, and prints what it can claim first, with the entries of allocations that have
 * several. The wallet is sent in the body of the request, and appears in no error.
 *
 * @throws {CliError} for an invalid wallet, an unknown drop, and failures of the API.
 */
export async function checkWallet({ wallet, dropId }: CheckArguments, deps: CheckDeps): Promise<number> {
  const { client, output, signal } = deps;
  try {
    if (dropId !== null) {
      const result = await client.eligibility.check({ wallet, drop: dropId }, { signal });
      const remarks = [...result.reasons.map(({ message }) => message), ...distributorsOf(result)];
      output.result(result, tableOf([result]), remarks.join('\n'));
      return EXIT.done;
    }
    const { data } = await client.wallets.drops({ wallets: [wallet], include: ['claimed', 'proofs'] }, { signal });
    const [answer] = data;
    if (answer === undefined) throw new Error('The API returned no item for a wallet');
    if (!isAnswered(answer)) throw invalidWallet(answer.problem);
    const remarks = [...describe(answer.summary), ...proofNotes(answer.data)];
    output.result(answer, answer.data.length === 0 ? '' : tableOf(answer.data), remarks.join('\n'));
    return EXIT.done;
  } catch (error) {
    throw explained(error);
  }
}

/** One row per drop, and one per entry below the drops that have several. */
function tableOf(results: readonly EligibilityResult[]): string {
  // Most drops have one list without a name, and no column for it.
  const isNamed = results.some(({ entries, source }) => entries.length > 0 || (source?.list ?? null) !== null);
  const listCell = (text: string): string[] => (isNamed ? [text] : []);
  const rows = results.flatMap((result) => {
    const { drop, status, allocation, claim, entries, source } = result;
    const list = entries.length > 0 ? count(entries.length, 'entry', 'entries') : (source?.list ?? '');
    const row = [
      drop,
      isExcluded(result) ? 'excluded' : status,
      ...listCell(list),
      allocation === null ? '' : amountOf(allocation),
      allocation === null ? '' : usd(allocation.value_usd),
      claim.status,
      claim.closes_at ?? '',
    ];
    return [row, ...entries.map((entry) => ['', '', ...listCell(entry.list ?? '-'), ...cellsOf(entry, allocation)])];
  });
  return formatTable(['DROP', 'RESULT', ...listCell('LIST'), 'AMOUNT', 'VALUE', 'CLAIM', 'UNTIL'], rows);
}

/** Amount and claim of an entry; value and end of the claim window are those of its drop. */
function cellsOf({ amount, claimed }: AllocationEntry, allocation: EligibilityResult['allocation']): string[] {
  const claim = claimed === null ? 'unknown' : claimed ? 'claimed' : 'not claimed';
  return [allocation === null ? amount : amountOf({ ...allocation, amount }), '', claim, ''];
}

function amountOf({ amount, decimals, symbol }: NonNullable<EligibilityResult['allocation']>): string {
  if (decimals === null) return `${amount} base units`;
  return `${formatTokenAmount(BigInt(amount), decimals)}${symbol === null ? '' : ` ${symbol}`}`;
}

/** Contracts that an allocation is claimed from: one, or that of each list if they differ. */
function distributorsOf({ claim, entries, allocation }: EligibilityResult): string[] {
  if (allocation === null) return [];
  if (claim.contract !== null) return [`Distributor: ${claim.contract}`];
  const contracts = new Map(entries.map(({ list, contract }) => [list, contract]));
  return [...contracts].flatMap(([list, contract]) =>
    contract === null ? [] : [`Distributor of ${list === null ? 'the unnamed list' : list}: ${contract}`],
  );
}

/** Doubts about proofs, with the drops that they concern. */
function proofNotes(results: readonly EligibilityResult[]): string[] {
  const drops = new Map<string, string[]>();
  for (const { drop, reasons } of results) {
    const doubt = reasons.find(({ code }) => code === 'unpublished_root');
    if (doubt !== undefined) drops.set(doubt.message, [...(drops.get(doubt.message) ?? []), drop]);
  }
  return [...drops].map(([message, ids]) => `${ids.join(', ')}: ${message}`);
}

const usd = (value: number | null): string => (value === null ? 'unknown' : `$${value.toFixed(2)}`);

function describe(summary: WalletDropsSummary): string[] {
  const { claimable_now: claimable, claimable_without_price: unpriced } = summary;
  const value = `worth ${usd(summary.claimable_value_usd)}${unpriced > 0 ? `, ${unpriced} without a known price` : ''}`;
  return [
    claimable === 0 ? 'Nothing to claim now.' : `${count(claimable, 'drop')} to claim now, ${value}.`,
    `Eligible for ${summary.eligible}, not eligible for ${summary.ineligible + summary.excluded}, pending ` +
      `${summary.pending}, unknown ${summary.unknown}; ${count(summary.checked_lists, 'list')} searched.`,
  ];
}

const invalidWallet = ({ code, detail }: Pick<Problem, 'detail'> & { readonly code: string }): CliError =>
  new CliError(code === 'invalid_wallet' ? INVALID_ARGUMENT : code, detail);

function explained(error: unknown): unknown {
  if (error instanceof ApiError) {
    const { code, detail, message, status, requestId } = error;
    if (code === 'invalid_wallet') return invalidWallet({ code, detail });
    return new CliError(code, detail === '' ? message : detail, {
      cause: error,
      details: { status, request_id: requestId },
    });
  }
  return error instanceof DroptrackError ? new CliError(error.code, error.message, { cause: error }) : error;
}
