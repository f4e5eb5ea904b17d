import { generateApiKey } from '@droptrack/persistence';

const RANDOM_END = -6;

/** A key that could exist and does not: each one another. */
export const unknownKey = (): string => generateApiKey();

/** Of the form of a key, with a checksum that does not hold: each one another. */
export function malformedKey(): string {
  const key = generateApiKey();
  const checksum = key.slice(RANDOM_END);
  return key.slice(0, RANDOM_END) + (checksum === '000000' ? '000001' : '000000');
}
