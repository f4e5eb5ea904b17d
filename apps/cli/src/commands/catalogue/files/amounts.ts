import type { Provenance } from '@droptrack/catalogue';
import type { Path } from './fault';
import { resolveSource } from './provenance';
import { isRecord, type RawSource, type Sourced } from './raw-drop';

/** Exact decimal number, which can exceed the precision of doubles. */
export type Amount = string;

/** Same pattern as in the schema. */
const AMOUNT = /^\d+(?:\.\d+)?$/;

/** Amount of a value of any form; null for any other. */
export const amountOf = (value: unknown): Amount | null =>
  typeof value === 'string' && AMOUNT.test(value) ? value : null;

/** Above 0 if the first amount is above the second, 0 if they are equal. */
export function compareAmounts(a: Amount, b: Amount): number {
  const digits = Math.max(digitsOf(a), digitsOf(b));
  const [x, y] = [scaled(a, digits), scaled(b, digits)];
  return x === y ? 0 : x > y ? 1 : -1;
}

/** Product of an amount and a whole number. */
export function timesCount(amount: Amount, count: number): Amount {
  const digits = digitsOf(amount);
  const product = (scaled(amount, digits) * BigInt(count)).toString().padStart(digits + 1, '0');
  return digits === 0 ? product : `${product.slice(0, -digits)}.${product.slice(-digits)}`;
}

const digitsOf = (amount: Amount): number => amount.split('.')[1]?.length ?? 0;

function scaled(amount: Amount, digits: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

/** Value of a fact and its path, in both forms that a file can use. */
export function factOf(data: Readonly<Record<string, unknown>>, group: string, name: string): [unknown, Path] {
  const facts = data[group];
  const fact = isRecord(facts) ? facts[name] : undefined;
  return isRecord(fact) ? [fact['value'], [group, name, 'value']] : [fact, [group, name]];
}

/** Effective source of a fact. @param holders - the file, its group and the fact, of any form. */
export function sourceOf(holders: readonly unknown[]): Provenance | null {
  return holders.reduce<Provenance | null>((outer, holder) => resolveSource(sourcedOf(holder), outer), null);
}

/** Effective source of a fact in a group; null without one. */
export function sourceOfFact(data: Readonly<Record<string, unknown>>, group: string, name: string): Provenance | null {
  const facts = data[group];
  return sourceOf([data, facts, isRecord(facts) ? facts[name] : null]);
}

/** True for a fact with a page. */
export const isSourced = (holders: readonly unknown[]): boolean => (sourceOf(holders)?.url ?? null) !== null;

/** Members that state a source, without those of another form, which the schema reports. */
function sourcedOf(holder: unknown): Sourced {
  if (!isRecord(holder)) return {};
  const { source, at } = holder;
  return { ...(isSource(source) && { source }), ...(typeof at === 'string' && { at }) };
}

const isSource = (source: unknown): source is RawSource =>
  typeof source === 'string' ||
  (isRecord(source) && typeof source['url'] === 'string' && typeof source['at'] === 'string');
