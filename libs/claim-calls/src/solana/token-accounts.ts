import type { UnsignedInstruction } from '@droptrack/contracts';
import type { ChainAccount } from './agreed-accounts';
import { base64Of, viewOf } from './bytes';
import { programAddress } from './program-address';
import { publicKeyBytes, publicKeyText } from './public-key';

export const SYSTEM_PROGRAM = '11111111111111111111111111111111';
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/** Length of a token account without extensions. */
export const TOKEN_ACCOUNT_LENGTH = 165;
/** Instruction of the associated token program that does nothing to an account that exists. */
const CREATE_IDEMPOTENT = 1;
const FROZEN = 2;

/**
 * Address of the associated token account of an owner. Null for texts that are no addresses.
 *
 * @param tokenProgram - program of the token: that of Token, or of Token-2022.
 */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram = TOKEN_PROGRAM): string | null {
  const [program, ...seeds] = [ASSOCIATED_TOKEN_PROGRAM, owner, tokenProgram, mint].flatMap(
    (key) => publicKeyBytes(key) ?? [],
  );
  const address = program === undefined || seeds.length < 3 ? null : programAddress(seeds, program);
  return address === null ? null : publicKeyText(address);
}

/** Instruction by which an owner creates its associated token account, and pays its rent. */
export function createTokenAccount(address: string, owner: string, mint: string): UnsignedInstruction {
  return {
    program: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      { pubkey: owner, signer: true, writable: true },
      { pubkey: address, signer: false, writable: true },
      ...[owner, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM].map((pubkey) => ({ pubkey, signer: false, writable: false })),
    ],
    data: base64Of(Uint8Array.of(CREATE_IDEMPOTENT)),
  };
}

/** State of an account of the Token program, `amount` in base units; null for another account. */
export function tokenAccount(account: ChainAccount | null) {
  if (account?.owner !== TOKEN_PROGRAM || account.data.length !== TOKEN_ACCOUNT_LENGTH) return null;
  const { key, u64, u8 } = viewOf(account.data);
  return { mint: key(0), owner: key(32), amount: u64(64), isFrozen: u8(108) === FROZEN };
}

/** True for an address that no program uses: without an account, or with lamports that anyone sent to it. */
export const isUnused = (account: ChainAccount | null): boolean =>
  account === null || (account.owner === SYSTEM_PROGRAM && account.data.length === 0);
