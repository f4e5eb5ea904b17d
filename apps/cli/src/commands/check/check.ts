import { text } from 'node:stream/consumers';
import { isExcluded, isListNotLoaded } from '@droptrack/contracts';
import {
  type AllocationEntry,
  ApiError,
  type EligibilityResult,
  isAnswered,
  type Problem,
  type WalletDrops,
} from '@droptrack/sdk';
import { formatTokenAmount, isKeyForAll } from '@droptrack/eligibility';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { count, formatTable } from '../../output/format';
import { explainFailure } from '../../session/api-client';
import { rejectKey, rejectSecret, secretError } from '../../session/reject-secret';
import { type ApiSession, interruptible, type Session } from '../../session/session';

export interface CheckWallet {
  readonly wallet: string;
  /** Id of the drop; null for all drops. */
  readonly drop: string | null;
}

/** Checks the wallet of the argument, or of standard input. */
export async function checkGiven(input: CheckWallet, session: Session & Pick<ApiSession, 'client'>): Promise<number> {
  return interruptible(checkWallet)({ ...input, wallet: await readGiven(input.wallet, session) }, session);
}

/** Wallet of an argument; `-` stands for that of standard input. */
export const readGiven = async (wallet: string, { stdin }: Pick<Session, 'stdin'>): Promise<string> =>
  wallet === '-' ? (await text(stdin)).trim() : wallet;

/**
 * Checks a wallet against one drop or all, and prints what it can claim first, with the entries of allocations that have
 * several. The wallet is sent in the body of the request, and appears in no error.
 *
 * @throws {CliError} for an invalid wallet, an unknown drop, and failures of the API.
 */
export async function checkWallet(
  { wallet, drop }: CheckWallet,
  { client, output, signal }: ApiSession,
): Promise<number> {
  rejectSecret(wallet);
  try {
    if (drop !== null) {
      await rejectKey(wallet, () => client.drops.explain(drop, { signal }));
      const result = await client.eligibility.check({ wallet, drop }, { signal });
      const remarks = [
        ...result.reasons.map(({ message }) => message),
        ...checkerOf(result),
        ...distributorsOf(result),
      ];
      output.result(result, tableOf([result]), remarks.join('\n'));
      return EXIT.done;
    }
    if (isKeyForAll(wallet)) throw secretError('hash_or_key', NEEDS_DROP);
    const { data } = await client.wallets.drops({ wallets: [wallet], include: ['claimed', 'proofs'] }, { signal });
    const [answer] = data;
    if (answer === undefined) throw new Error('The API returned no item for a wallet');
    if (!isAnswered(answer)) throw invalidWallet(answer.problem);
    const remarks = [...describe(answer), ...proofNotes(answer.data)];
    output.result(answer, answer.data.length === 0 ? '' : tableOf(answer.data), remarks.join('\n'));
    return EXIT.done;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_wallet') throw invalidWallet(error);
    throw explainFailure(error);
  }
}

const NEEDS_DROP = 'If it is an address of Sui, Aptos or Movement, name the drop with --drop';

/** One row per drop, and one per entry below the drops that have several. */
function tableOf(results: readonly EligibilityResult[]): string {
  // Most drops have one list without a name, and no column for it.
  const isNamed = results.some(({ entries, source }) => entries.length > 0 || (source?.list ?? null) !== null);
  const listCell = (text: string): string[] => (isNamed ? [text] : []);
  const rows = results.flatMap((result) => {
    const { drop, status, allocation, allocations, claim, entries, source } = result;
    const list = entries.length > 0 ? count(entries.length, 'entry', 'entries') : (source?.list ?? '');
    const row = [
      drop,
      isExcluded(result) ? 'excluded' : status,
      ...listCell(list),
      allocation === null
        ? allocations === undefined
          ? ''
          : count(allocations.length, 'token')
        : amountOf(allocation),
      allocation === null ? '' : usd(allocation.value_usd),
      claim.status,
      claim.closes_at ?? '',
    ];
    return [row, ...entries.map((entry) => ['', '', ...listCell(entry.list ?? '-'), ...cellsOf(entry, allocation)])];
  });
  return formatTable(['DROP', 'RESULT', ...listCell('LIST'), 'AMOUNT', 'VALUE', 'CLAIM', 'UNTIL'], rows);
}

/** Amount and claim of an entry; value and end of the claim window are those of its drop. */
function cellsOf({ amount, token, claimed }: AllocationEntry, allocation: EligibilityResult['allocation']): string[] {
  if (token !== undefined) return [`${amount} base units of ${token}`, '', 'unknown', ''];
  const claim = claimed === null ? 'unknown' : claimed ? 'claimed' : 'not claimed';
  return [allocation === null ? amount : amountOf({ ...allocation, amount }), '', claim, ''];
}

function amountOf({ amount, decimals, symbol }: NonNullable<EligibilityResult['allocation']>): string {
  if (decimals === null) return `${amount} base units`;
  return `${formatTokenAmount(BigInt(amount), decimals)}${symbol === null ? '' : ` ${symbol}`}`;
}

/** Place at which the project itself answers, for a wallet that no list decides. */
const checkerOf = ({ checker }: EligibilityResult): string[] =>
  checker === undefined ? [] : [`The project answers at ${checker.url}`];

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

function describe({ summary, data }: WalletDrops): string[] {
  const { claimable_now: claimable, claimable_without_price: unpriced } = summary;
  const notLoaded = data.filter(isListNotLoaded).length;
  const value = `worth ${usd(summary.claimable_value_usd)}${unpriced > 0 ? `, ${unpriced} without a known price` : ''}`;
  return [
    claimable === 0 ? 'Nothing to claim now.' : `${count(claimable, 'drop')} to claim now, ${value}.`,
    `Eligible for ${summary.eligible}, not eligible for ${summary.ineligible + summary.excluded}, pending ` +
      `${summary.pending}, unknown ${summary.unknown}; ${count(summary.checked_lists, 'list')} searched.`,
    ...(notLoaded === 0
      ? []
      : [`Of the unknown, ${notLoaded} pay out or have ended, and their lists are not loaded here.`]),
  ];
}

/** Problem of a wallet as wrong usage. Its text does not contain the wallet. */
export const invalidWallet = ({ code, detail }: Pick<Problem, 'detail'> & { readonly code: string }): CliError =>
  new CliError(code === 'invalid_wallet' ? INVALID_ARGUMENT : code, detail);
