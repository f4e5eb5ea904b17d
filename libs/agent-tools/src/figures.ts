/** Sentence of every result that can lack figures. */
export const UNKNOWN_IS_NOT_NO = 'A figure that is missing is unknown: not zero, and not no.';

export const usd = (amount: number): string => `$${amount.toFixed(2)}`;

/** Rounds to two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Number with its sign, for changes. */
export const signed = (value: number): string => `${value < 0 ? '' : '+'}${value}`;

/** Members of an object without those that are null or undefined: unknown figures cost no tokens. */
export function known<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const left: { [K in keyof T]?: NonNullable<T[K]> } = {};
  for (const name of Object.keys(members) as (keyof T)[]) {
    const value = members[name];
    if (value !== null && value !== undefined) left[name] = value;
  }
  return left;
}

/** Number with a noun in its singular or plural. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Parts of a line that are known, separated by semicolons. */
export const phrases = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join('; ');

/** Instant up to minutes, in UTC. */
export const minute = (instant: string): string => `${instant.slice(0, 16)}Z`;
