import {
  type EventSelector,
  type ListEventsQuery,
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
} from '@droptrack/contracts';
import { IsOptional } from 'class-validator';
import { IsPageLimit, SplitCommas } from '../../platform/input/query-rules';
import { AreOneOf, IsCursor } from '../query-members';

const NAMES = [...WEBHOOK_EVENT_TYPES, ...WEBHOOK_EVENT_GROUPS];

/** Query of GET /v1/events. */
export class ListEventsDto implements ListEventsQuery {
  @SplitCommas()
  @IsOptional()
  @AreOneOf(NAMES)
  readonly type?: readonly EventSelector[];

  @IsPageLimit()
  readonly limit?: number;

  @IsCursor()
  readonly cursor?: string;
}
