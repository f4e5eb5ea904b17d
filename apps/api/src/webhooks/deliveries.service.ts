import type { Socket } from 'node:net';
import { type AcceptedDeliveries, PAGE_LIMIT, WEBHOOK_LIMITS } from '@droptrack/contracts';
import { cursorScope } from '@droptrack/pagination';
import {
  listDeliveries,
  recoverDeliveries,
  RecoveryUnderWayError,
  redeliver,
  type StoredEndpoint,
} from '@droptrack/persistence';
import { presentDelivery } from '@droptrack/webhooks';
import { Injectable } from '@nestjs/common';
import { type BodyFault, bodyRefusal } from '../http/check-body';
import { ownListAnswer, placeOf } from '../http/list-answer';
import { UnkeptAnswer } from '../http/response-writer';
import { Clock } from '../log/clock';
import { available } from '../log/log-database';
import { DeliveryNotFoundError, recoveryUnderWay } from './errors';
import { endpointOf } from './endpoint-of';
import { deliveryNumber } from './delivery-number';
import type { ListDeliveriesDto } from './list-deliveries.dto';
import type { RecoverWebhookDto } from './webhook-bodies.dto';
import { WebhookBackend } from './webhook-parts';
import type { Owner } from './webhooks.service';

const KEPT_MS = WEBHOOK_LIMITS.keptDays * 86_400_000;
/** Clocks of callers may go ahead of ours by so much, milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** Tells owners what became of deliveries to their endpoints, and makes deliveries due again. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly backend: WebhookBackend,
    private readonly clock: Clock,
  ) {}

  /** The latest first. @throws {DomainError} `invalid_cursor`; {@link WebhookNotFoundError} {@link UnavailableError} */
  async list(owner: Owner, id: string, query: ListDeliveriesDto): Promise<UnkeptAnswer> {
    const { status, event_type: eventType, limit = PAGE_LIMIT.default } = query;
    const scope = cursorScope('deliveries', { endpoint: id, status, event_type: eventType });
    const before = placeOf(query.cursor, scope);
    const nowMs = this.clock.nowMs();
    const endpoint = await this.#endpointOf(owner, id);
    const found = await available(
      listDeliveries(this.backend.get().database, {
        endpointId: endpoint.id,
        status: status ?? null,
        eventType: eventType ?? null,
        before,
        limit: limit + 1,
      }),
    );
    const rows = found
      .slice(0, limit)
      .map((delivery) => ({ place: delivery.id, json: JSON.stringify(presentDelivery(delivery)) }));
    const list = { path: `/v1/webhooks/${endpoint.id}/deliveries`, query, scope, asOfMs: nowMs };
    return ownListAnswer({ rows, hasMore: found.length > limit }, list);
  }

  /** @throws {WebhookNotFoundError} {@link DeliveryNotFoundError} {@link UnavailableError} */
  async redeliver(owner: Owner, id: string, delivery: string): Promise<UnkeptAnswer> {
    const endpoint = await this.#endpointOf(owner, id);
    const number = deliveryNumber(delivery);
    const nowMs = this.clock.nowMs();
    const { database } = this.backend.get();
    const made = number && (await available(redeliver(database, owner.account, endpoint.id, number, nowMs)));
    if (!made) throw new DeliveryNotFoundError();
    return accepted(made.isDue ? 1 : 0, nowMs);
  }

  /**
   * @param client - the connection, whose end ends the work.
   * @throws {DomainError} `validation_failed`; `rate_limited` while the same is under way for the endpoint;
   *   {@link WebhookNotFoundError} {@link UnavailableError}
   */
  async recover(
    owner: Owner,
    id: string,
    body: RecoverWebhookDto,
    client: Pick<Socket, 'destroyed'>,
  ): Promise<UnkeptAnswer> {
    const nowMs = this.clock.nowMs();
    const span = spanOf(body, nowMs);
    const endpoint = await this.#endpointOf(owner, id);
    const { database } = this.backend.get();
    const recovery = recoverDeliveries(database, endpoint.id, span, nowMs, { isGone: () => client.destroyed });
    const deliveries = await available(recovery).catch((error: unknown) => {
      throw error instanceof RecoveryUnderWayError ? recoveryUnderWay() : error;
    });
    return accepted(deliveries, nowMs);
  }

  async #endpointOf({ account }: Owner, id: string): Promise<StoredEndpoint> {
    return endpointOf(this.backend.get(), account, id);
  }
}

const accepted = (deliveries: number, nowMs: number): UnkeptAnswer =>
  new UnkeptAnswer(JSON.stringify({ deliveries } satisfies AcceptedDeliveries), nowMs, { status: 202 });

/**
 * The span that a body asks for; where it ends in the future it ends now.
 *
 * @throws {DomainError} `validation_failed` for one that begins in the future or before what is kept, or ends before it begins.
 */
function spanOf({ since, until }: RecoverWebhookDto, nowMs: number): { sinceMs: number; untilMs: number } {
  const sinceMs = instantOf(since);
  const untilMs = until === undefined ? nowMs : instantOf(until);
  const faults: BodyFault[] = [];
  if (sinceMs < nowMs - KEPT_MS - CLOCK_SKEW_MS) {
    faults.push(outOfRange('since', `lies before the ${WEBHOOK_LIMITS.keptDays} days that events are kept`));
  }
  if (sinceMs > nowMs + CLOCK_SKEW_MS) faults.push(outOfRange('since', 'must not lie in the future'));
  if (until !== undefined && untilMs <= sinceMs) faults.push(outOfRange('until', 'must be later than since'));
  if (faults.length > 0) throw bodyRefusal(faults);
  return { sinceMs, untilMs: Math.min(untilMs, nowMs) };
}

const outOfRange = (member: string, detail: string): BodyFault => ({ pointer: `#/${member}`, code: 'range', detail });

/** @param text - RFC 3339, checked. */
const instantOf = (text: string): number => Date.parse(text.toUpperCase());
