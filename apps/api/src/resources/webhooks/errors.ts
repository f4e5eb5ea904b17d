import { DomainError, UnavailableError } from '../../platform/errors/domain-error';

/** The account has no endpoint with this id. Endpoints of other accounts cause the same error, so that ids cannot be probed. */
export class WebhookNotFoundError extends DomainError {
  override readonly name = 'WebhookNotFoundError';
  constructor() {
    super('webhook_not_found', 'No webhook endpoint of this account has this id; see GET /v1/webhooks');
  }
}

/** The endpoint has no delivery with this id, or the delivery is no longer retained. */
export class DeliveryNotFoundError extends DomainError {
  override readonly name = 'DeliveryNotFoundError';
  constructor() {
    super('delivery_not_found', 'No delivery of this endpoint has this id; deliveries are retained for 30 days');
  }
}

/** The endpoint has no recovery with this id, or the recovery is no longer retained. */
export class RecoveryNotFoundError extends DomainError {
  override readonly name = 'RecoveryNotFoundError';
  constructor() {
    super('recovery_not_found', 'No recovery of this endpoint has this id; recoveries are retained for 30 days');
  }
}

/** The operator has not configured the key that encrypts webhook secrets. */
export const noSecretKey = (): UnavailableError =>
  new UnavailableError(
    'Webhook secrets cannot be created: the operator of this service has not configured an encryption key',
    60,
  );

/** The idempotency key belongs to a request of the last 24 hours with another body. */
export const idempotencyKeyReused = (): DomainError =>
  new DomainError('idempotency_key_reused', 'The Idempotency-Key was used within 24 hours with another body');

/** The account has reached its maximum number of endpoint creations within 24 hours, including deleted endpoints. */
export const tooManyCreations = (max: number, waitMs: number): DomainError =>
  new DomainError('rate_limited', `An account can create ${max} endpoints within 24 hours, including deleted ones`, {
    headers: { 'retry-after': secondsOf(waitMs) },
  });

/** Seconds in `Retry-After` where the end of the condition cannot be predicted. */
const RETRY_AFTER_SECONDS = 5;

/** The account has reached its maximum number of concurrent tests. */
export const tooManyTests = (max: number): DomainError =>
  new DomainError('rate_limited', `An account can have ${max} concurrent tests`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** The account has reached its maximum number of concurrent challenges. */
export const tooManyChallenges = (max: number): DomainError =>
  new DomainError('rate_limited', `An account can have ${max} concurrent challenges`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** The account has reached its maximum number of challenges within 24 hours on this instance. */
export const tooManyChallengesOfDay = (max: number, waitMs: number): DomainError =>
  new DomainError('rate_limited', `An account can have ${max} challenges within 24 hours, including failed ones`, {
    headers: { 'retry-after': secondsOf(waitMs) },
  });

/** A recovery of the account is queued or running. */
export const recoveryInProgress = (): DomainError =>
  new DomainError('rate_limited', 'An account can have one recovery at a time, and one is queued or running', {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** The recoveries of the account have enqueued the maximum number of deliveries within 24 hours. */
export const recoveryLimitExceeded = (max: number, waitMs: number): DomainError =>
  new DomainError('rate_limited', `The recoveries of an account can enqueue ${max} deliveries within 24 hours`, {
    headers: { 'retry-after': secondsOf(waitMs) },
  });

/** Whole seconds, rounded up, at least 1. */
const secondsOf = (waitMs: number): string => String(Math.max(1, Math.ceil(waitMs / 1_000)));
