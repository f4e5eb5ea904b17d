import {
  CURSOR_LENGTH_MAX,
  type ListDeliveriesQuery,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_EVENT_TYPES,
  type WebhookDeliveryStatus,
  type WebhookEventType,
} from '@droptrack/contracts';
import { IsIn, IsOptional, Length } from 'class-validator';
import { IsPageLimit } from '../../platform/input/query-rules';

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
