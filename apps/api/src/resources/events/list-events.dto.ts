import {
  CURSOR_LENGTH_MAX,
  type EventSelector,
  type ListEventsQuery,
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
} from '@droptrack/contracts';
import { IsIn, IsOptional, Length } from 'class-validator';
import { IsPageLimit, SplitCommas } from '../../platform/input/query-rules';

const NAMES = [...WEBHOOK_EVENT_TYPES, ...WEBHOOK_EVENT_GROUPS];

/** Query of GET /v1/events. */
export class ListEventsDto implements ListEventsQuery {
  @SplitCommas()
  @IsOptional()
  @IsIn(NAMES, {
    each: true,
    message: `must be one or more of ${NAMES.join(', ')}`,
    context: { code: 'enum' },
  })
  readonly type?: readonly EventSelector[];

  @IsPageLimit()
  readonly limit?: number;

  @IsOptional()
  @Length(1, CURSOR_LENGTH_MAX, { message: 'is not a valid cursor for this list', context: { code: 'cursor' } })
  readonly cursor?: string;
}
