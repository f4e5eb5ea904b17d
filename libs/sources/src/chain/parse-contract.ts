import { isAddress } from 'viem/utils';
import { SourceQueryError } from '../source-error';

/**
 * Parses an address, and returns it in lower case.
 *
 * @throws {SourceQueryError} for any other text, also for a wrong checksum in mixed case.
 */
export function parseContract(declared: unknown): string {
  if (typeof declared === 'number') {
    throw new SourceQueryError('contract must be in quotes: without them YAML parses 0x… as a number');
  }
  if (typeof declared !== 'string' || !/^0x[0-9a-f]{40}$/i.test(declared)) {
    throw new SourceQueryError('contract must be an address: 0x and 40 hexadecimal digits');
  }
  if (!isAddress(declared)) {
    throw new SourceQueryError(`contract ${declared} has a wrong checksum (EIP-55), so a character may be wrong`);
  }
  return declared.toLowerCase();
}
