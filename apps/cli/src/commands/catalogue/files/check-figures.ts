import { TOLERANCE } from '@droptrack/eligibility';
import { amountOf, compareAmounts, factOf, sourceOfFact } from './amounts';
import type { Finding, Path } from './fault';

/**
 * Errors of the distribution and of the share of the supply that contradict each other: more tokens than the supply, or a
 * share that is above tokens / total supply by more than 10 %. A lower share is consistent: it counts a part of the
 * wallets, such as those that claimed.
 */
export function checkAmounts(data: Readonly<Record<string, unknown>>): Finding[] {
  const [declaredTokens, tokensPath] = factOf(data, 'distribution', 'tokens');
  const tokens = amountOf(declaredTokens);
  const supply = amountOf(factOf(data, 'distribution', 'total_supply')[0]);
  if (tokens === null || supply === null) return [];
  if (compareAmounts(tokens, supply) > 0) return [found(tokensPath, `must not be above total_supply, ${supply}`)];
  const share = Number(tokens) / Number(supply);
  const [declared, declaredPath] = factOf(data, 'value', 'supply_share');
  const [p10]: unknown[] = Array.isArray(declared) ? declared : [declared];
  if (typeof p10 !== 'number' || !(p10 > share * (1 + TOLERANCE))) return [];
  const shown = Number(share.toPrecision(3));
  return [found(declaredPath, `must not be above tokens / total_supply of the distribution, ${shown}`)];
}

/** Errors of a price without a page or a day: it is an outcome, which is worth nothing without the time it held. */
export function checkPrice(data: Readonly<Record<string, unknown>>): Finding[] {
  const [price, path] = factOf(data, 'value', 'price_usd');
  if (price === null || price === undefined) return [];
  return checkSourceOf(data, 'value', 'price_usd', path);
}

/** Errors of a fact without a page or a day. @param path - of its value. */
export function checkSourceOf(
  data: Readonly<Record<string, unknown>>,
  group: string,
  name: string,
  path: Path,
): Finding[] {
  const source = sourceOfFact(data, group, name);
  if (source === null || source.url === null) return [found(path, 'requires a source with an address')];
  return source.at === null ? [found(path, 'requires the day of its source, `at`')] : [];
}

const found = (path: Path, message: string): Finding => ({ path, message, on: 'value' });
