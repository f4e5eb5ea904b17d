import type { ClaimAction, ClaimCheckCode, ClaimTransfer, Drop, DropExplanation } from '@droptrack/contracts';
import { formatTokenAmount } from '@droptrack/eligibility';
import type { DecodedCall } from './decoded-call';

/** Text of an amount of a token. */
export type AmountText = (given: Pick<ClaimTransfer, 'asset' | 'amount'>) => string;

/**
 * Amounts in tokens of the drop; in base units for another token, and while the decimals are unknown.
 *
 * @param list - name of the list.
 */
export function amountsOf(
  list: string | null,
  { token, symbol }: Pick<Drop, 'token' | 'symbol'>,
  { lists }: Pick<DropExplanation, 'lists'>,
): AmountText {
  const decimals = lists.find((each) => each.list === list)?.decimals ?? null;
  return ({ amount, asset }) =>
    decimals === null || asset.toLowerCase() !== token?.toLowerCase()
      ? `${amount} base units of ${asset}`
      : `${formatTokenAmount(BigInt(amount), decimals)} ${symbol ?? 'tokens'}`;
}

/** Meaning of each check. */
export const CHECK_WORDS: Readonly<Record<ClaimCheckCode, string>> = {
  proof: 'the proof leads to the root of the list',
  code: 'the contract has code that is declared or cannot be replaced',
  root: 'the contract has the root of the list',
  amount: 'the contract states the amount of the list',
  token: 'the contract pays the token of the drop',
  not_claimed: 'the claim is not made yet',
  window: 'the claim window is open',
  not_paused: 'the contract is not paused',
  recipient: 'the contract pays the stated address',
  funded: 'the contract holds the amount',
};

const SENDERS: Readonly<Record<NonNullable<ClaimAction['sender']>, string>> = {
  wallet: 'the wallet alone',
  anyone: 'anyone; the tokens go to the stated address',
  operator: 'an operator that the wallet appointed',
};

const EFFECTS: Readonly<Record<NonNullable<ClaimAction['effect']>, string>> = {
  transfer: 'pays the tokens',
  stream: 'starts a stream of the tokens, which are withdrawn later',
  lock: 'locks the tokens',
  callback: 'passes the tokens to another contract',
};

/** Name of the row with the text of a node, which is not ours. */
export const NODE_SAYS = 'Error of the node';

/** Effects and costs of a claim, as names and texts. The row {@link NODE_SAYS} has the text of a node. */
export function claimRows(action: ClaimAction, amountOf: AmountText): [name: string, text: string][] {
  const { status, expects, effect, forgoes, fees, gas, sender, simulation, valid_until: until } = action;
  const isReady = status === 'ready';
  const rows: [string, string | null][] = [
    ...expects.map((each): [string, string] => ['Pays', `${amountOf(each)} to ${each.to}`]),
    ['Effect', effect && EFFECTS[effect]],
    ['Gives up for good', forgoes && amountOf(forgoes)],
    ...fees.map((fee): [string, string] => ['Fee', feeText(fee)]),
    ['Fee', isReady && fees.length === 0 ? 'none beside gas' : null],
    ['Gas', gas],
    ['Sender', sender && SENDERS[sender]],
    ['Simulation', isReady || simulation !== null ? simulationText(action) : null],
    [NODE_SAYS, simulation?.error ?? null],
    ['Valid until', until],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== null);
}

/** The native token of Solana, whose claims alone have rent, has 9 decimals. */
function feeText({ kind, amount, margin, read_at_block: block }: ClaimAction['fees'][number]): string {
  const [fee, more] = [amount, margin].map((each) => formatTokenAmount(BigInt(each), kind === 'rent' ? 9 : 18));
  return `${fee} of the native token${margin === '0' ? '' : `, and a margin of ${more}`}, as of block ${block}`;
}

function simulationText({ simulation, simulation_gap: gap }: ClaimAction): string {
  if (simulation === null) return gap === 'no_response' ? 'none: no node responded in time' : 'none: no node can do it';
  const { ok, transfers, block, insufficient_gas: isShort } = simulation;
  const passed = transfers === null ? 'does not revert; the node states no transfers' : 'pays exactly this';
  const short = isShort === true ? '; the wallet has too little of the native token for fee and gas' : '';
  return `${ok ? passed : 'fails'}, block ${block}${short}`;
}

/**
 * Text of an argument: an amount also in tokens, and of a proof the number of hashes.
 *
 * @param token - CAIP-19 id of the token that is paid.
 */
export function argumentText(
  { is, value }: DecodedCall['arguments'][number],
  token: string,
  amountOf: AmountText,
): string {
  const texts = [value].flat(2).map(String);
  if (is === 'proof') return `${texts.length} ${texts.length === 1 ? 'hash' : 'hashes'}`;
  const text = texts.join();
  return is === 'amount' ? `${text} (${amountOf({ amount: text, asset: token })})` : text;
}
