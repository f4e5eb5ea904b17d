import {
  type CreateWebhook,
  type RecoverWebhook,
  type RotateWebhookSecret,
  type UpdateWebhook,
  WEBHOOK_LIMITS,
  type WebhookFilters,
} from '@droptrack/contracts';
import { IsInt, Max, Min } from 'class-validator';
import { CheckedLater, CheckedMember, MayBeAbsent } from '../../platform/input/checked-member.decorator';
import { IsInstant } from '../../platform/input/query-rules';
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

/** Body of POST /v1/webhooks/{id}/recover. Whether the instants make a span is for the service to judge. */
export class RecoverWebhookDto implements RecoverWebhook {
  @IsInstant()
  readonly since!: string;

  @MayBeAbsent()
  @IsInstant()
  readonly until?: string;
}
