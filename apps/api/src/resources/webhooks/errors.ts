import { DomainError, UnavailableError } from '../../platform/errors/domain-error';

/** There is no such endpoint of this account; whether it is somebody else's is not told. */
export class WebhookNotFoundError extends DomainError {
  override readonly name = 'WebhookNotFoundError';
  constructor() {
    super('webhook_not_found', 'No webhook endpoint of yours has this id; GET /v1/webhooks lists them');
  }
}

/** There is no such delivery of this endpoint, or it is no longer kept. */
export class DeliveryNotFoundError extends DomainError {
  override readonly name = 'DeliveryNotFoundError';
  constructor() {
    super('delivery_not_found', 'No delivery of this endpoint has this id; they are kept for 30 days');
  }
}

/** There is no such recovery of this endpoint, or it is no longer kept. */
export class RecoveryNotFoundError extends DomainError {
  override readonly name = 'RecoveryNotFoundError';
  constructor() {
    super('recovery_not_found', 'No recovery of this endpoint has this id; they are kept for 30 days');
  }
}

/** Operators have yet to give the service a key that secrets are kept under. */
export const noSecretKey = (): UnavailableError =>
  new UnavailableError(
    'Secrets of webhooks cannot be made: the operator of this service has not set a key for them',
    60,
  );

/** The account has as many endpoints as it may. */
export const tooManyEndpoints = (most: number): DomainError => {
  const detail = `would be one endpoint more than the ${most} that an account may have; delete one first`;
  return new DomainError('validation_failed', `This ${detail}`, { errors: [{ pointer: '#', code: 'limit', detail }] });
};

/** The account has made as many endpoints within a day as it may, those that are deleted included. */
export const tooManyCreations = (most: number, waitMs: number): DomainError =>
  new DomainError('rate_limited', `An account may make ${most} endpoints within 24 hours, those it deletes included`, {
    headers: { 'retry-after': secondsOf(waitMs) },
  });

/** What callers are told to wait, in seconds, where nobody knows when it ends. */
const RETRY_AFTER_SECONDS = 5;

/** The account has as many tests under way as it may, so that it leaves places to others. */
export const tooManyTests = (most: number): DomainError =>
  new DomainError('rate_limited', `An account may have ${most} tests under way at once`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** The account has as many challenges waited for as it may. */
export const tooManyChallenges = (most: number): DomainError =>
  new DomainError('rate_limited', `An account may have ${most} challenges waited for at once`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** The instance has sent as many challenges to endpoints of the account within a day as it may. */
export const tooManyChallengesOfDay = (most: number, waitMs: number): DomainError =>
  new DomainError(
    'rate_limited',
    `Endpoints of an account get ${most} challenges within 24 hours, failed ones included`,
    {
      headers: { 'retry-after': secondsOf(waitMs) },
    },
  );

/** A recovery of the account is queued or running. */
export const recoveryUnderWay = (): DomainError =>
  new DomainError('rate_limited', 'An account may have one recovery at a time, and one is queued or running', {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** The recoveries of the account have made as many deliveries within a day as they may. */
export const tooMuchRecovered = (most: number, waitMs: number): DomainError =>
  new DomainError('rate_limited', `Recoveries of an account may make ${most} deliveries due within 24 hours`, {
    headers: { 'retry-after': secondsOf(waitMs) },
  });

/** Whole seconds, rounded up, at least 1. */
const secondsOf = (waitMs: number): string => String(Math.max(1, Math.ceil(waitMs / 1_000)));
