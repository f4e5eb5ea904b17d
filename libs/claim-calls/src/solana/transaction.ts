import type { UnsignedInstruction } from '@droptrack/contracts';
import { bytesOfBase64, joined } from './bytes';
import { publicKeyBytes } from './public-key';

/** Most bytes of a transaction: https://solana.com/docs/core/transactions. */
export const TRANSACTION_BYTES_MAX = 1_232;
const SIGNATURE_BYTES = 64;
const HASH_BYTES = 32;

/**
 * Legacy message of instructions whose fee a wallet pays, with a block hash of zeros.
 *
 * @throws {RangeError} for an address or data of another form: instructions are those of this package.
 */
export function messageOf(payer: string, instructions: readonly UnsignedInstruction[]): Uint8Array {
  const roles = new Map<string, Role>([[payer, { signer: true, writable: true }]]);
  const programs = instructions.map(({ program }) => ({ pubkey: program, signer: false, writable: false }));
  for (const { pubkey, signer, writable } of [...instructions.flatMap(({ accounts }) => accounts), ...programs]) {
    const { signer: isSigner = false, writable: isWritable = false } = roles.get(pubkey) ?? {};
    roles.set(pubkey, { signer: signer || isSigner, writable: writable || isWritable });
  }
  // The payer stays first, as the order of equals is kept.
  const ranked = [...roles].sort(([, a], [, b]) => rankOf(a) - rankOf(b));
  const keys = ranked.map(([key]) => key);
  const count = (rank: number): number => ranked.filter(([, role]) => rankOf(role) === rank).length;
  const encoded = instructions.map(({ program, accounts, data }) => {
    const indexes = accounts.map(({ pubkey }) => keys.indexOf(pubkey));
    return joined([keys.indexOf(program)], prefixed(indexes), prefixed(required(bytesOfBase64(data))));
  });
  const header = [count(0) + count(1), count(1), count(3)];
  const addresses = keys.map((key) => required(publicKeyBytes(key)));
  const hash = new Uint8Array(HASH_BYTES);
  return joined(header, compact(keys.length), ...addresses, hash, compact(encoded.length), ...encoded);
}

/** Transaction of a message with an empty signature: it can be simulated, not sent. */
export const unsignedTransaction = (message: Uint8Array): Uint8Array =>
  joined(compact(1), new Uint8Array(SIGNATURE_BYTES), message);

interface Role {
  readonly signer: boolean;
  readonly writable: boolean;
}

/** Position of a role in the order of a message. */
const rankOf = ({ signer, writable }: Role): number => (signer ? 0 : 2) + (writable ? 0 : 1);

function required(bytes: Uint8Array | null): Uint8Array {
  if (bytes === null) throw new RangeError('an instruction has an address or data of another form');
  return bytes;
}

const prefixed = (bytes: ArrayLike<number>): Uint8Array => joined(compact(bytes.length), Array.from(bytes));

/** Length as one to three bytes of seven bits, the lowest first. */
const compact = (length: number): number[] =>
  length < 128 ? [length] : [(length & 127) | 128, ...compact(length >> 7)];
