import { InvalidWalletError, readWallet } from '@droptrack/eligibility';
import { type SecretReason, secretReason } from '@droptrack/eligibility/secrets';
import { z } from 'zod';
import { ToolError } from './tool-problem';

/** Longer than any wallet, so that a recovery phrase is recognized instead of rejected for its length. */
export const TEXT_LENGTH_MAX = 512;

export const walletArgument = z.string().min(1).max(TEXT_LENGTH_MAX);

/** Rejects what may be a secret before the service receives it. An address of 32 bytes has the digits of a key, too. */
export function rejectSecret(wallet: string): void {
  const secret = secretReason(wallet);
  if (secret !== null && typeof readWallet(wallet) === 'string') throw secretError(secret);
}

export const secretError = (reason: SecretReason): ToolError =>
  new ToolError({ code: 'invalid_wallet', detail: new InvalidWalletError(reason).message });
