import {
  CURSOR_LENGTH_MAX,
  type CreateWebhook,
  type ListDeliveriesQuery,
  type RecoverWebhook,
  type RotateWebhookSecret,
  type UpdateWebhook,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_LIMITS,
  type WebhookDeliveryStatus,
  type WebhookEventType,
  type WebhookFilters,
} from '@droptrack/contracts';
import { IsIn, IsInt, IsOptional, Length, Max, Min } from 'class-validator';
import { CheckedLater, CheckedMember, MayBeAbsent } from '../../platform/input/checked-member.decorator';
import { IsInstant, IsPageLimit } from '../../platform/input/query-rules';
import { checkDescription, checkEnabled, checkEvents, checkFilters, checkUrl } from './webhook-members';

/** Body of POST /v1/webhooks. */
@CheckedLater()
export class CreateWebhookDto implements CreateWebhook {
  @CheckedMember(checkUrl)
  readonly url!: string;

  @CheckedMember(checkEvents)
  readonly events!: CreateWebhook['events'];

  @MayBeAbsent()
  @CheckedMember(checkDescription)
  readonly description?: string | null;

  @MayBeAbsent()
  @CheckedMember(checkFilters)
  readonly filters?: WebhookFilters | null;

  @MayBeAbsent()
  @CheckedMember(checkEnabled)
  readonly enabled?: boolean;
}

/** Body of PATCH /v1/webhooks/{id}. */
@CheckedLater()
export class UpdateWebhookDto implements UpdateWebhook {
  @MayBeAbsent()
  @CheckedMember(checkUrl)
  readonly url?: string;

  @MayBeAbsent()
  @CheckedMember(checkEvents)
  readonly events?: CreateWebhook['events'];

  @MayBeAbsent()
  @CheckedMember(checkDescription)
  readonly description?: string | null;

  @MayBeAbsent()
  @CheckedMember(checkFilters)
  readonly filters?: WebhookFilters | null;

  @MayBeAbsent()
  @CheckedMember(checkEnabled)
  readonly enabled?: boolean;
}

const { min, max } = WEBHOOK_LIMITS.graceSeconds;
const GRACE = { message: `must be an integer from ${min} to ${max}`, context: { code: 'range' } };

/** Body of POST /v1/webhooks/{id}/rotate-secret. */
export class RotateSecretDto implements RotateWebhookSecret {
  @MayBeAbsent()
  @IsInt(GRACE)
  @Min(min, GRACE)
  @Max(max, GRACE)
  readonly grace_period_seconds?: number;
}

/** Body of POST /v1/webhooks/{id}/recover. The service validates the span. */
export class RecoverWebhookDto implements RecoverWebhook {
  @IsInstant()
  readonly since!: string;

  @MayBeAbsent()
  @IsInstant()
  readonly until?: string;
}

/** Query of GET /v1/webhooks/{id}/deliveries. */
export class ListDeliveriesDto implements ListDeliveriesQuery {
  @IsOptional()
  @IsIn(WEBHOOK_DELIVERY_STATUSES, {
    message: `must be one of ${WEBHOOK_DELIVERY_STATUSES.join(', ')}`,
    context: { code: 'enum' },
  })
  readonly status?: WebhookDeliveryStatus;

  @IsOptional()
  @IsIn(WEBHOOK_EVENT_TYPES, {
    message: `must be one of ${WEBHOOK_EVENT_TYPES.join(', ')}`,
    context: { code: 'enum' },
  })
  readonly event_type?: WebhookEventType;

  @IsPageLimit()
  readonly limit?: number;

  @IsOptional()
  @Length(1, CURSOR_LENGTH_MAX, { message: 'is not a valid cursor for this list', context: { code: 'cursor' } })
  readonly cursor?: string;
}
