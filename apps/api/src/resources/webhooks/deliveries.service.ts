import { type AcceptedDeliveries, PAGE_LIMIT } from '@droptrack/contracts';
import { cursorScope } from '@droptrack/pagination';
import { DeliveryRepository, type StoredEndpoint } from '@droptrack/persistence';
import { presentDelivery, readDeliveryId } from '@droptrack/webhooks';
import { Injectable } from '@nestjs/common';
import { eventBefore, uncachedList } from '../../platform/responses/list-body';
import { UncachedResponse } from '../../platform/responses/response-writer';
import { Clock } from '../../catalogue/clock';
import { available } from '../../catalogue/log-database';
import { DeliveryNotFoundError } from './errors';
import { endpointOf, WebhookBackend } from './webhook-parts';
import type { ListDeliveriesDto } from './webhooks.dto';
import type { Owner } from './webhooks.service';

/** Lists deliveries and enqueues redeliveries. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly backend: WebhookBackend,
    private readonly clock: Clock,
  ) {}

  /** Lists deliveries, latest first. @throws {DomainError} `invalid_cursor`; {@link WebhookNotFoundError} {@link UnavailableError} */
  async list(owner: Owner, id: string, query: ListDeliveriesDto): Promise<UncachedResponse> {
    const { status, event_type: eventType, limit = PAGE_LIMIT.default } = query;
    const scope = cursorScope('deliveries', { endpoint: id, status, event_type: eventType });
    const last = eventBefore(query.cursor, scope);
    const nowMs = this.clock.nowMs();
    const endpoint = await this.#endpointOf(owner, id);
    const deliveries = new DeliveryRepository(this.backend.get().database);
    const number = last === null ? null : await available(deliveries.findId(endpoint.id, last));
    const filters = { endpointId: endpoint.id, status: status ?? null, eventType: eventType ?? null };
    const before = number === null ? null : BigInt(number);
    // If the delivery of the cursor is no longer retained, neither are those before it.
    const isOver = last !== null && before === null;
    const found = isOver ? [] : await available(deliveries.list({ ...filters, before, limit: limit + 1 }));
    const rows = found.slice(0, limit).map((delivery) => ({
      eventId: delivery.eventId,
      json: JSON.stringify(presentDelivery(endpoint.id, delivery)),
    }));
    const list = { path: `/v1/webhooks/${endpoint.id}/deliveries`, query, scope, asOfMs: nowMs };
    return uncachedList({ rows, hasMore: found.length > limit }, list);
  }

  /** Enqueues a delivery again. @throws {WebhookNotFoundError} {@link DeliveryNotFoundError} {@link UnavailableError} */
  async redeliver(owner: Owner, id: string, delivery: string): Promise<UncachedResponse> {
    const endpoint = await this.#endpointOf(owner, id);
    const { endpointId, eventId } = readDeliveryId(delivery) ?? {};
    if (eventId === undefined || endpointId !== endpoint.id) throw new DeliveryNotFoundError();
    const nowMs = this.clock.nowMs();
    const deliveries = new DeliveryRepository(this.backend.get().database);
    const number = await available(deliveries.findId(endpoint.id, eventId));
    const made = number && (await available(deliveries.redeliver(owner.account, endpoint.id, number, nowMs)));
    if (!made) throw new DeliveryNotFoundError();
    return accepted(made.isDue ? 1 : 0, nowMs);
  }

  async #endpointOf({ account }: Owner, id: string): Promise<StoredEndpoint> {
    return endpointOf(this.backend.get(), account, id);
  }
}

const accepted = (deliveries: number, nowMs: number): UncachedResponse =>
  new UncachedResponse(JSON.stringify({ deliveries } satisfies AcceptedDeliveries), nowMs, { status: 202 });
