import { WEBHOOK_LIMITS, type WebhookRecovery } from '@droptrack/contracts';
import {
  RecoveryRepository,
  RecoveryLimitError,
  RecoveryInProgressError,
  type StoredRecovery,
} from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { type BodyViolation, bodyRejection } from '../../platform/input/check-body';
import { UncachedResponse } from '../../platform/responses/response-writer';
import { Clock } from '../../catalogue/clock';
import { available } from '../../catalogue/log-database';
import { endpointOf, WebhookBackend } from './webhook-parts';
import { recoveryInProgress, recoveryLimitExceeded, RecoveryNotFoundError } from './errors';
import type { RecoverWebhookDto } from './webhooks.dto';
import type { Owner } from './webhooks.service';
import { instantMs } from '../../platform/input/instants';

const RETENTION_MS = WEBHOOK_LIMITS.keptDays * 86_400_000;
/** Tolerated difference of a client's clock, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** Queues recoveries, which the workers perform, and returns their state. */
@Injectable()
export class RecoveriesService {
  constructor(
    private readonly backend: WebhookBackend,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues a recovery.
   *
   * @throws {DomainError} `validation_failed`; `rate_limited` while a recovery of the account is queued or running, or if
   *   its recoveries have reached the daily limit of deliveries; {@link WebhookNotFoundError} {@link UnavailableError}
   */
  async queue({ account }: Owner, id: string, body: RecoverWebhookDto): Promise<UncachedResponse> {
    const nowMs = this.clock.nowMs();
    const span = spanOf(body, nowMs);
    const parts = this.backend.get();
    const endpoint = await endpointOf(parts, account, id);
    const order = { ...span, account, endpointId: endpoint.id, bounds: parts.recoveryBounds };
    const recovery = await available(new RecoveryRepository(parts.database).queue(order, nowMs)).catch(
      (error: unknown) => {
        if (error instanceof RecoveryInProgressError) throw recoveryInProgress();
        if (error instanceof RecoveryLimitError) throw recoveryLimitExceeded(error.max, error.freeAtMs - nowMs);
        throw error;
      },
    );
    const location = `/v1/webhooks/${endpoint.id}/recoveries/${recovery.id}`;
    return new UncachedResponse(JSON.stringify(presentRecovery(recovery)), nowMs, { status: 202, location });
  }

  /** @throws {WebhookNotFoundError} {@link RecoveryNotFoundError} {@link UnavailableError} */
  async get({ account }: Owner, id: string, recovery: string): Promise<UncachedResponse> {
    const nowMs = this.clock.nowMs();
    const parts = this.backend.get();
    const endpoint = await endpointOf(parts, account, id);
    const found = isRecoveryId(recovery)
      ? await available(new RecoveryRepository(parts.database).find(endpoint.id, recovery))
      : null;
    if (found === null) throw new RecoveryNotFoundError();
    return new UncachedResponse(JSON.stringify(presentRecovery(found)), nowMs);
  }
}

/** Syntax check that keeps arbitrary text out of queries. */
const isRecoveryId = (text: string): boolean => /^rec_[0-9a-z]{1,64}$/.test(text);

/** Wire format of a recovery. Members are listed explicitly, so that new columns are not exposed by accident. */
function presentRecovery(recovery: StoredRecovery): WebhookRecovery {
  return {
    id: recovery.id,
    status: recovery.status,
    deliveries: recovery.deliveries,
    since: new Date(recovery.sinceMs).toISOString(),
    until: new Date(recovery.untilMs).toISOString(),
    next_since: instant(recovery.nextSinceMs),
    stopped_by: recovery.stoppedBy,
    created_at: new Date(recovery.createdAtMs).toISOString(),
    finished_at: instant(recovery.finishedAtMs),
  };
}

const instant = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());

/**
 * Requested span; an end in the future becomes the current time.
 *
 * @throws {DomainError} `validation_failed` if the span starts in the future or before the retention, or ends before it starts.
 */
function spanOf({ since, until }: RecoverWebhookDto, nowMs: number): { sinceMs: number; untilMs: number } {
  const sinceMs = instantMs(since);
  const untilMs = until === undefined ? nowMs : instantMs(until);
  const faults: BodyViolation[] = [];
  if (sinceMs < nowMs - RETENTION_MS - CLOCK_SKEW_MS) {
    faults.push(outOfRange('since', `is before the ${WEBHOOK_LIMITS.keptDays} days for which events are retained`));
  }
  if (sinceMs > nowMs + CLOCK_SKEW_MS) faults.push(outOfRange('since', 'must not be in the future'));
  if (until !== undefined && untilMs <= sinceMs) faults.push(outOfRange('until', 'must be later than since'));
  if (faults.length > 0) throw bodyRejection(faults);
  return { sinceMs, untilMs: Math.min(untilMs, nowMs) };
}

const outOfRange = (member: string, detail: string): BodyViolation => ({
  pointer: `#/${member}`,
  code: 'range',
  detail,
});
