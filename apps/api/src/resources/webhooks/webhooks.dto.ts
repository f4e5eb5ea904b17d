import {
  type CreateWebhook,
  type ListDeliveriesQuery,
  type RecoverWebhook,
  type RotateWebhookSecret,
  type UpdateWebhook,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_LIMITS,
  type WebhookDeliveryStatus,
  type WebhookEventType,
  type WebhookFilters,
} from '@droptrack/contracts';
import { flag, instant, integer, line, listOf, objectOf, oneOf, slugOf, text } from '../../platform/input/body-rules';
import { CheckedLater, CheckedMember, OptionalMember } from '../../platform/input/checked-member.decorator';
import { Cursor, OneOf, PageLimit } from '../../platform/input/query-rules';

const description = line({ min: 0, max: WEBHOOK_LIMITS.descriptionLength });
const events = listOf(WEBHOOK_LIMITS.events, oneOf([...WEBHOOK_EVENT_TYPES, ...WEBHOOK_EVENT_GROUPS]));
/** Forms only: `assertEndpoint` looks the drops up. */
const filters = objectOf({
  drops: listOf(WEBHOOK_LIMITS.filterNames, slugOf('drop')),
  chains: listOf(WEBHOOK_LIMITS.filterNames, slugOf('chain')),
  min_hype: integer({ min: 0, max: 100 }, ', or null'),
});

/** Body of POST /v1/webhooks. */
@CheckedLater()
export class CreateWebhookDto implements CreateWebhook {
  @CheckedMember(text) readonly url!: string;
  @CheckedMember(events) readonly events!: CreateWebhook['events'];
  @OptionalMember(description) readonly description?: string | null;
  @OptionalMember(filters) readonly filters?: WebhookFilters | null;
  @OptionalMember(flag) readonly enabled?: boolean;
}

/** Body of PATCH /v1/webhooks/{id}. */
@CheckedLater()
export class UpdateWebhookDto implements UpdateWebhook {
  @OptionalMember(text) readonly url?: string;
  @OptionalMember(events) readonly events?: CreateWebhook['events'];
  @OptionalMember(description) readonly description?: string | null;
  @OptionalMember(filters) readonly filters?: WebhookFilters | null;
  @OptionalMember(flag) readonly enabled?: boolean;
}

/** Body of POST /v1/webhooks/{id}/rotate-secret. */
export class RotateWebhookSecretDto implements RotateWebhookSecret {
  @OptionalMember(integer(WEBHOOK_LIMITS.graceSeconds)) readonly grace_period_seconds?: number;
}

/** Body of POST /v1/webhooks/{id}/recover. The service validates the span. */
export class RecoverWebhookDto implements RecoverWebhook {
  @CheckedMember(instant) readonly since!: string;
  @OptionalMember(instant) readonly until?: string;
}

/** Query of GET /v1/webhooks/{id}/deliveries. */
export class ListDeliveriesDto implements ListDeliveriesQuery {
  @OneOf(WEBHOOK_DELIVERY_STATUSES, { example: 'failed' }) readonly status?: WebhookDeliveryStatus;
  @OneOf(WEBHOOK_EVENT_TYPES, { example: 'drop.status_changed' }) readonly event_type?: WebhookEventType;
  @PageLimit() readonly limit?: number;
  @Cursor() readonly cursor?: string;
}
