import {
  type EventSelector,
  type ListEventsQuery,
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
} from '@droptrack/contracts';
import { Cursor, PageLimit, SeveralOf } from '../../platform/input/query-rules';

const NAMES = [...WEBHOOK_EVENT_TYPES, ...WEBHOOK_EVENT_GROUPS];

/** Query of GET /v1/events. */
export class ListEventsDto implements ListEventsQuery {
  @SeveralOf(NAMES, { example: ['drop.status_changed', 'calendar.*'] }) readonly type?: readonly EventSelector[];
  @PageLimit() readonly limit?: number;
  @Cursor() readonly cursor?: string;
}
