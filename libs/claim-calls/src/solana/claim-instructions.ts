import type { InstructionAccount, UnsignedInstruction } from '@droptrack/contracts';
import { hexToBytes } from '@droptrack/eligibility';
import { base64Of, joined, littleEndian } from './bytes';
import { discriminator, DISTRIBUTOR_PROGRAMS, type DistributorProgramName } from './distributor-programs';
import { programAddress } from './program-address';
import { publicKeyBytes, publicKeyText } from './public-key';
import { associatedTokenAddress, SYSTEM_PROGRAM, TOKEN_PROGRAM } from './token-accounts';

/**
 * Accounts of a claim, base58: `status` is created for it by the program, `vault` is the token account of the distributor, `target` that of the
 * wallet.
 */
export type ClaimKeys = Readonly<Record<'wallet' | 'distributor' | 'mint' | 'status' | 'vault' | 'target', string>>;

/** Accounts of a claim, which follow from three addresses. Null for texts that are no addresses. */
export function claimKeys(
  name: DistributorProgramName,
  { wallet, distributor, mint }: Pick<ClaimKeys, 'wallet' | 'distributor' | 'mint'>,
): ClaimKeys | null {
  const [program, ...seeds] = [DISTRIBUTOR_PROGRAMS[name].address, wallet, distributor].map(publicKeyBytes);
  const known = [new TextEncoder().encode('ClaimStatus'), ...seeds].flatMap((seed) => seed ?? []);
  const status = !program || known.length < 3 ? null : programAddress(known, program);
  const [vault, target] = [associatedTokenAddress(distributor, mint), associatedTokenAddress(wallet, mint)];
  if (status === null || vault === null || target === null) return null;
  return { wallet, distributor, mint, status: publicKeyText(status), vault, target };
}

/** Values of a claim in base units, with the hashes of its proof as `0x` and 64 hex digits. */
export interface ClaimParts {
  readonly unlocked: bigint;
  readonly locked: bigint;
  readonly proof: readonly string[];
}

/** Instruction that pays the unlocked part, and creates the account of the claim. */
export function newClaim(name: DistributorProgramName, keys: ClaimKeys, claim: ClaimParts): UnsignedInstruction {
  const { unlocked, locked, proof } = claim;
  const hashes = proof.map((hash) => hexToBytes(hash.slice(2)));
  const amounts = joined(littleEndian(unlocked, 8), littleEndian(locked, 8));
  const data = joined(discriminator('global:new_claim'), amounts, littleEndian(BigInt(proof.length), 4), ...hashes);
  return claimOf(name, keys, { data, isWalletChanged: true, programs: [TOKEN_PROGRAM, SYSTEM_PROGRAM] });
}

/** Instruction that pays what has unlocked of the locked part. */
export function claimLocked(name: DistributorProgramName, keys: ClaimKeys): UnsignedInstruction {
  const isWalletChanged = !DISTRIBUTOR_PROGRAMS[name].hasOperator;
  const data = discriminator('global:claim_locked');
  return claimOf(name, keys, { data, isWalletChanged, programs: [TOKEN_PROGRAM] });
}

function claimOf(
  name: DistributorProgramName,
  { distributor, status, vault, target, wallet }: ClaimKeys,
  own: { readonly data: Uint8Array; readonly isWalletChanged: boolean; readonly programs: readonly string[] },
): UnsignedInstruction {
  const { hasOperator, address } = DISTRIBUTOR_PROGRAMS[name];
  const of = (pubkey: string, writable: boolean): InstructionAccount => ({ pubkey, signer: false, writable });
  const accounts = [
    ...[distributor, status, vault, target].map((key) => of(key, true)),
    { pubkey: wallet, signer: true, writable: own.isWalletChanged },
    ...[...(hasOperator ? [address] : []), ...own.programs].map((key) => of(key, false)),
  ];
  return { program: address, accounts, data: base64Of(own.data) };
}
