import type { ClaimAction, ClaimPreparationQuery } from '@droptrack/contracts';
import { hasDigitsOfKey } from '@droptrack/eligibility';
import { type SecretReason, secretReason } from '@droptrack/eligibility/secrets';
import { ApiError, type Droptrack, DroptrackError } from '@droptrack/sdk';
import { FAILURE_SENTENCES, failureOf } from '../../api/api-failure';

/** Choices of a claim that a visitor makes; none is made for them. */
export type ClaimChoices = Pick<ClaimPreparationQuery, 'list' | 'delegate' | 'accept_forgone'>;

/** Outcome of a preparation: the claim, or one sentence that says why there is none. */
export type PreparedOutcome = ClaimAction | { readonly failure: string };

/** Choices of a posted form; null for a form that asks for no claim call. */
export function claimChoicesOf(form: URLSearchParams): ClaimChoices | null {
  if (form.get('call') !== 'prepare') return null;
  const list = form.get('list');
  const delegate = form.get('delegate')?.trim() ?? '';
  return {
    ...(list !== null && { list: list === '' ? null : list }),
    ...(delegate !== '' && { delegate }),
    ...(form.get('accept_forgone') === 'yes' && { accept_forgone: true }),
  };
}

/** Reason for which the choices must not be sent: an address of 32 bytes receives no votes, and looks like a key. */
export function secretChoice({ delegate = '' }: ClaimChoices): SecretReason | null {
  return secretReason(delegate) ?? (hasDigitsOfKey(delegate) ? 'hash_or_key' : null);
}

/** Prepares a claim. The result of the check is shown without it. */
export async function prepareClaimCall(
  client: Droptrack,
  claim: Pick<ClaimPreparationQuery, 'drop' | 'wallet'>,
  choices: ClaimChoices,
): Promise<PreparedOutcome> {
  try {
    const body: ClaimPreparationQuery = { ...claim, ...choices };
    return await client.request<ClaimAction>('POST', '/v1/claims/prepare', { body });
  } catch (error) {
    if (!(error instanceof DroptrackError)) throw error;
    const isRejected = error instanceof ApiError && error.status === 422;
    return { failure: isRejected ? error.detail.replace(/\.$/, '') : FAILURE_SENTENCES[failureOf(error)] };
  }
}
