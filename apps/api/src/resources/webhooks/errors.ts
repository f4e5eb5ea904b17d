import { DomainError, UnavailableError } from '../../platform/errors/domain-error';

/** There is no such endpoint of this account; whether it is somebody else's is not told. */
export class WebhookNotFoundError extends DomainError {
  override readonly name = 'WebhookNotFoundError';
  constructor() {
    super('webhook_not_found', 'No webhook endpoint of this account has this id; see GET /v1/webhooks');
  }
}

/** There is no such delivery of this endpoint, or it is no longer kept. */
export class DeliveryNotFoundError extends DomainError {
  override readonly name = 'DeliveryNotFoundError';
  constructor() {
    super('delivery_not_found', 'No delivery of this endpoint has this id; deliveries are retained for 30 days');
  }
}

/** There is no such recovery of this endpoint, or it is no longer kept. */
export class RecoveryNotFoundError extends DomainError {
  override readonly name = 'RecoveryNotFoundError';
  constructor() {
    super('recovery_not_found', 'No recovery of this endpoint has this id; recoveries are retained for 30 days');
  }
}

/** Operators have yet to give the service a key that secrets are kept under. */
export const noSecretKey = (): UnavailableError =>
  new UnavailableError(
    'Webhook secrets cannot be created: the operator of this service has not configured an encryption key',
    60,
  );

/** The account has as many endpoints as it may. */
export const tooManyEndpoints = (most: number): DomainError => {
  const detail = `exceeds the limit of ${most} endpoints per account; delete one first`;
  return new DomainError('validation_failed', `The new endpoint ${detail}`, {
    errors: [{ pointer: '#', code: 'limit', detail }],
  });
};

/** The account has made as many endpoints within a day as it may, those that are deleted included. */
export const tooManyCreations = (most: number, waitMs: number): DomainError =>
  new DomainError('rate_limited', `An account can create ${most} endpoints within 24 hours, including deleted ones`, {
    headers: { 'retry-after': secondsOf(waitMs) },
  });

/** What callers are told to wait, in seconds, where nobody knows when it ends. */
const RETRY_AFTER_SECONDS = 5;

/** The account has as many tests under way as it may, so that it leaves places to others. */
export const tooManyTests = (most: number): DomainError =>
  new DomainError('rate_limited', `An account can have ${most} concurrent tests`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** The account has as many challenges waited for as it may. */
export const tooManyChallenges = (most: number): DomainError =>
  new DomainError('rate_limited', `An account can have ${most} concurrent challenges`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** The instance has sent as many challenges to endpoints of the account within a day as it may. */
export const tooManyChallengesOfDay = (most: number, waitMs: number): DomainError =>
  new DomainError('rate_limited', `An account can have ${most} challenges within 24 hours, including failed ones`, {
    headers: { 'retry-after': secondsOf(waitMs) },
  });

/** A recovery of the account is queued or running. */
export const recoveryUnderWay = (): DomainError =>
  new DomainError('rate_limited', 'An account can have one recovery at a time, and one is queued or running', {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** The recoveries of the account have made as many deliveries within a day as they may. */
export const tooMuchRecovered = (most: number, waitMs: number): DomainError =>
  new DomainError('rate_limited', `The recoveries of an account can enqueue ${most} deliveries within 24 hours`, {
    headers: { 'retry-after': secondsOf(waitMs) },
  });

/** Whole seconds, rounded up, at least 1. */
const secondsOf = (waitMs: number): string => String(Math.max(1, Math.ceil(waitMs / 1_000)));
