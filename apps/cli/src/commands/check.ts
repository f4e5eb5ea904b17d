import {
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

const HEADER = ['DROP', 'RESULT', 'AMOUNT', 'VALUE', 'CLAIM', 'UNTIL'];

/**
 * Checks a wallet against one drop or all, and prints what it can claim first. The wallet is sent in the body of the
 * request, and appears in no error.
 *
 * @throws {CliError} for an invalid wallet, an unknown drop, and failures of the API.
 */
export async function checkWallet({ wallet, dropId }: CheckArguments, deps: CheckDeps): Promise<number> {
  const { client, output, signal } = deps;
  try {
    if (dropId !== null) {
      const result = await client.eligibility.check({ wallet, drop: dropId }, { signal });
      output.result(result, tableOf([result]), result.reasons.map(({ message }) => message).join('\n'));
      return EXIT.done;
    }
    const { data } = await client.wallets.drops({ wallets: [wallet], include: ['claimed'] }, { signal });
    const [answer] = data;
    if (answer === undefined) throw new Error('The API returned no item for a wallet');
    if (!isAnswered(answer)) throw invalidWallet(answer.problem);
    output.result(answer, answer.data.length === 0 ? '' : tableOf(answer.data), describe(answer.summary));
    return EXIT.done;
  } catch (error) {
    throw explained(error);
  }
}

function tableOf(results: readonly EligibilityResult[]): string {
  return formatTable(
    HEADER,
    results.map(({ drop, status, reasons, allocation, claim }) => [
      drop,
      reasons[0]?.code === 'excluded_sybil' ? 'excluded' : status,
      allocation === null ? '' : amountOf(allocation),
      allocation === null ? '' : usd(allocation.value_usd),
      claim.status,
      claim.closes_at ?? '',
    ]),
  );
}

function amountOf({ amount, decimals, symbol }: NonNullable<EligibilityResult['allocation']>): string {
  if (decimals === null) return `${amount} base units`;
  return `${formatTokenAmount(BigInt(amount), decimals)}${symbol === null ? '' : ` ${symbol}`}`;
}

const usd = (value: number | null): string => (value === null ? 'unknown' : `$${value.toFixed(2)}`);

function describe(summary: WalletDropsSummary): string {
  const { claimable_now: claimable, claimable_without_price: unpriced } = summary;
  const value = `worth ${usd(summary.claimable_value_usd)}${unpriced > 0 ? `, ${unpriced} without a known price` : ''}`;
  return [
    claimable === 0 ? 'Nothing to claim now.' : `${count(claimable, 'drop')} to claim now, ${value}.`,
    `Eligible for ${summary.eligible}, not eligible for ${summary.ineligible + summary.excluded}, pending ` +
      `${summary.pending}, unknown ${summary.unknown}; ${count(summary.checked_lists, 'list')} searched.`,
  ].join('\n');
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
