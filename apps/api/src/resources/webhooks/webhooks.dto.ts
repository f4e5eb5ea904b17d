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
import { IsBoolean, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import {
  CheckedLater,
  CheckedMember,
  MayBeAbsent,
  type MemberCheck,
  type MemberViolation,
} from '../../platform/input/checked-member.decorator';
import { IsInstant, IsPageLimit } from '../../platform/input/query-rules';
import { checkLine, checkList, fault, isOneOf, isSlugOf } from '../list-member';
import { IsCursor, IsOneOf } from '../query-members';

// Members with violations inside of them, which class-validator reports without their position.

const only = (fault: MemberViolation | null): MemberViolation[] => (fault === null ? [] : [fault]);

const checkDescription: MemberCheck = (value) => checkLine(value, { min: 0, max: WEBHOOK_LIMITS.descriptionLength });

const checkEvents: MemberCheck = (value) =>
  checkList(value, WEBHOOK_LIMITS.events, isOneOf([...WEBHOOK_EVENT_TYPES, ...WEBHOOK_EVENT_GROUPS]));

/** Syntax check only: `assertEndpoint` looks the drops up. */
const checkFilters: MemberCheck = (value) => {
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [fault('', 'type', 'must be a JSON object or null')];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, member]) => {
    const check = FILTERS.get(name);
    if (check === undefined)
      return [fault('', 'unknown', `contains an unknown property; expected one of ${KNOWN_FILTERS}`)];
    return member === null ? [] : check(member).map((found) => ({ ...found, path: `/${name}${found.path}` }));
  });
};

const checkSlugs =
  (of: string): MemberCheck =>
  (value) =>
    checkList(value, WEBHOOK_LIMITS.filterNames, isSlugOf(of));

const checkMinHype: MemberCheck = (value) =>
  only(
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100
      ? null
      : fault('', 'range', 'must be an integer from 0 to 100, or null'),
  );

const FILTERS: ReadonlyMap<string, MemberCheck> = new Map([
  ['drops', checkSlugs('drop')],
  ['chains', checkSlugs('chain')],
  ['min_hype', checkMinHype],
]);
const KNOWN_FILTERS = [...FILTERS.keys()].join(', ');

/** Body of POST /v1/webhooks. */
@CheckedLater()
export class CreateWebhookDto implements CreateWebhook {
  @IsString({ message: 'must be a string', context: { code: 'type' } })
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
  @IsBoolean({ message: 'must be true or false', context: { code: 'type' } })
  readonly enabled?: boolean;
}

/** Body of PATCH /v1/webhooks/{id}. */
@CheckedLater()
export class UpdateWebhookDto implements UpdateWebhook {
  @MayBeAbsent()
  @IsString({ message: 'must be a string', context: { code: 'type' } })
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
  @IsBoolean({ message: 'must be true or false', context: { code: 'type' } })
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
  @IsOneOf(WEBHOOK_DELIVERY_STATUSES)
  readonly status?: WebhookDeliveryStatus;

  @IsOptional()
  @IsOneOf(WEBHOOK_EVENT_TYPES)
  readonly event_type?: WebhookEventType;

  @IsPageLimit()
  readonly limit?: number;

  @IsCursor()
  readonly cursor?: string;
}
