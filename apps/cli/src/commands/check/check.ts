import { text } from 'node:stream/consumers';
import { isExcluded, isListNotLoaded } from '@droptrack/contracts';
import {
  type AllocationEntry,
  ApiError,
  type DropExplanation,
  type EligibilityResult,
  isAnswered,
  type Problem,
  type WalletDrops,
} from '@droptrack/sdk';
import { formatTokenAmount, hasDigitsOfKey, isKeyFor, isKeyForAll, readWallet } from '@droptrack/eligibility';
import { type SecretReason, secretReason } from '@droptrack/eligibility/secrets';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { count, formatTable } from '../../output/format';
import { explainFailure } from '../../session/api-client';
import { type ApiSession, interruptible, type Session } from '../../session/session';

export interface CheckWallet {
  readonly wallet: string;
  /** Id of the drop; null for all drops. */
  readonly drop: string | null;
}

/** Checks the wallet of the argument, or of standard input. */
export async function checkGiven(input: CheckWallet, session: Session & Pick<ApiSession, 'client'>): Promise<number> {
  const wallet = input.wallet === '-' ? (await text(session.stdin)).trim() : input.wallet;
  return interruptible(checkWallet)({ ...input, wallet }, session);
}

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
    if (isKeyForAll(wallet)) throw new CliError(INVALID_ARGUMENT, `${SECRET_SENTENCES.hash_or_key}. ${NEEDS_DROP}`);
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

/** Rejects what may be a secret before it is sent. An address of 32 bytes has the digits of a key: see {@link rejectKey}. */
function rejectSecret(wallet: string): void {
  const secret = secretReason(wallet);
  if (secret === null || typeof readWallet(wallet) !== 'string') return;
  throw new CliError(INVALID_ARGUMENT, SECRET_SENTENCES[secret]);
}

/** Rejects the digits of a key before they are sent, unless the drop accepts wallets of this form. */
async function rejectKey(wallet: string, explainDrop: () => Promise<Pick<DropExplanation, 'wallets'>>): Promise<void> {
  if (!hasDigitsOfKey(wallet) || !isKeyFor(wallet, (await explainDrop()).wallets)) return;
  throw new CliError(INVALID_ARGUMENT, SECRET_SENTENCES.hash_or_key);
}

const NEEDS_DROP = 'If it is an address of Sui, Aptos or Movement, name the drop with --drop';

const SECRET_SENTENCES: Readonly<Record<SecretReason, string>> = {
  recovery_phrase:
    'This is a recovery phrase, not an address. It was sent to no server, but it is on your screen and in the history of your ' +
    'shell: delete it there, and move everything that it controls to a wallet with a new phrase if others can read them',
  hash_or_key:
    'This has the form of a private key or of a transaction id, not of an address. It was sent to no server. If it is a ' +
    'private key, delete it from the history of your shell, and use a new wallet if others can read it',
};

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

const invalidWallet = ({ code, detail }: Pick<Problem, 'detail'> & { readonly code: string }): CliError =>
  new CliError(code === 'invalid_wallet' ? INVALID_ARGUMENT : code, detail);
