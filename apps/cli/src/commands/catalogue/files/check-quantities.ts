import { KNOWN_AMOUNT_NAMES } from '@droptrack/scoring';
import { type Amount, amountOf, compareAmounts, factOf, isSourced, timesCount } from './amounts';
import type { Finding, Path } from './fault';
import { isRecord } from './raw-drop';

const PATH = ['value', 'tokens_per_wallet'] as const;

/**
 * Errors of the known amounts per wallet, which the expected value never contradicts: an amount of 0, one below the one before it,
 * none at all, no page that states them, or a least amount that the tokens do not suffice for.
 */
export function checkQuantities(data: Readonly<Record<string, unknown>>): Finding[] {
  const value = data['value'];
  const declared = isRecord(value) ? value['tokens_per_wallet'] : undefined;
  if (!isRecord(declared)) return [];
  const amounts = KNOWN_AMOUNT_NAMES.flatMap((name) => {
    const amount = amountOf(declared[name]);
    return amount === null ? [] : [{ name, amount }];
  });
  if (amounts.length === 0) {
    const isDeclared = KNOWN_AMOUNT_NAMES.some((name) => (declared[name] ?? null) !== null);
    return isDeclared ? [] : [{ path: PATH, on: 'key', message: `states none of ${KNOWN_AMOUNT_NAMES.join(', ')}` }];
  }
  return [
    ...(isSourced([data, value, declared]) ? [] : [found(PATH, 'requires a source with an address')]),
    ...disordered(amounts),
    ...beyondTokens(data, amounts[0]?.name === 'min' ? amounts[0].amount : null),
  ];
}

function disordered(amounts: readonly { readonly name: string; readonly amount: Amount }[]): Finding[] {
  return amounts.flatMap(({ name, amount }, index) => {
    const before = amounts[index - 1];
    if (Number(amount) === 0) return [found([...PATH, name], 'must be above 0')];
    if (before === undefined || compareAmounts(amount, before.amount) >= 0) return [];
    return [found([...PATH, name], `must not be below ${before.name}, ${before.amount}`)];
  });
}

/** Every eligible wallet has at least the least amount. Of a range of wallets, the lower end has it. */
function beyondTokens(data: Readonly<Record<string, unknown>>, min: Amount | null): Finding[] {
  const tokens = amountOf(factOf(data, 'distribution', 'tokens')[0]);
  const [eligible] = [factOf(data, 'value', 'eligible_wallets')[0]].flat() as unknown[];
  const wallets = eligible ?? factOf(data, 'distribution', 'wallets')[0];
  if (min === null || tokens === null || typeof wallets !== 'number' || !Number.isSafeInteger(wallets)) return [];
  if (compareAmounts(timesCount(min, wallets), tokens) <= 0) return [];
  return [found([...PATH, 'min'], `times ${wallets} wallets must not be above distribution.tokens, ${tokens}`)];
}

/** Errors of the tokens that reached wallets: they cannot be more than those that were offered. */
export function checkClaimed(data: Readonly<Record<string, unknown>>): Finding[] {
  const [value, path] = factOf(data, 'distribution', 'claimed');
  const claimed = amountOf(value);
  if (claimed === null) return [];
  return ['tokens', 'total_supply'].flatMap((name) => {
    const whole = amountOf(factOf(data, 'distribution', name)[0]);
    return whole !== null && compareAmounts(claimed, whole) > 0
      ? [found(path, `must not be above ${name}, ${whole}`)]
      : [];
  });
}

const found = (path: Path, message: string): Finding => ({ path, message, on: 'value' });
