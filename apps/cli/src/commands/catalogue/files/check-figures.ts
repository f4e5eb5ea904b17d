import type { Provenance } from '@droptrack/catalogue';
import { TOLERANCE } from '@droptrack/eligibility';
import type { Finding, Path } from './fault';
import { resolveSource } from './provenance';
import { isRecord, type RawSource, type Sourced } from './raw-drop';

/** Same pattern as in the schema. */
const AMOUNT = /^\d+(?:\.\d+)?$/;

/**
 * Errors of the distribution and of the share of the supply that contradict each other: more tokens than the supply, or a
 * share that is above tokens / total supply by more than 10 %. A lower share is consistent: it counts a part of the
 * wallets, such as those that claimed.
 */
export function checkAmounts(data: Readonly<Record<string, unknown>>): Finding[] {
  const [tokens, tokensPath] = factOf(data, 'distribution', 'tokens');
  const [supply] = factOf(data, 'distribution', 'total_supply');
  if (!isAmount(tokens) || !isAmount(supply)) return [];
  if (isAbove(tokens, supply)) return [found(tokensPath, `must not be above total_supply, ${supply}`)];
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

/** Effective source of a fact in a group; null without one. */
export function sourceOf(data: Readonly<Record<string, unknown>>, group: string, name: string): Provenance | null {
  const facts = data[group];
  const fact = isRecord(facts) ? facts[name] : null;
  return [data, facts, fact].reduce<Provenance | null>(
    (outer, holder) => resolveSource(sourcedOf(holder), outer),
    null,
  );
}

/** Errors of a fact without a page or a day. @param path - of its value. */
export function checkSourceOf(
  data: Readonly<Record<string, unknown>>,
  group: string,
  name: string,
  path: Path,
): Finding[] {
  const source = sourceOf(data, group, name);
  if (source === null || source.url === null) return [found(path, 'requires a source with an address')];
  return source.at === null ? [found(path, 'requires the day of its source, `at`')] : [];
}

/** Members that state a source, without those of another form, which the schema reports. */
function sourcedOf(holder: unknown): Sourced {
  if (!isRecord(holder)) return {};
  const { source, at } = holder;
  return { ...(isSource(source) && { source }), ...(typeof at === 'string' && { at }) };
}

const isSource = (source: unknown): source is RawSource =>
  typeof source === 'string' ||
  (isRecord(source) && typeof source['url'] === 'string' && typeof source['at'] === 'string');

/** Value of a fact and its path, in both forms that a file can use. */
export function factOf(data: Readonly<Record<string, unknown>>, group: string, name: string): [unknown, Path] {
  const facts = data[group];
  const fact = isRecord(facts) ? facts[name] : undefined;
  return isRecord(fact) ? [fact['value'], [group, name, 'value']] : [fact, [group, name]];
}

const isAmount = (amount: unknown): amount is string => typeof amount === 'string' && AMOUNT.test(amount);

/** Compares exact decimal numbers, which can exceed the precision of doubles. */
function isAbove(a: string, b: string): boolean {
  const digits = Math.max(...[a, b].map((amount) => amount.split('.')[1]?.length ?? 0));
  const [x, y] = [a, b].map((amount) => {
    const [whole = '', fraction = ''] = amount.split('.');
    return BigInt(whole + fraction.padEnd(digits, '0'));
  });
  return x !== undefined && y !== undefined && x > y;
}

const found = (path: Path, message: string): Finding => ({ path, message, on: 'value' });
