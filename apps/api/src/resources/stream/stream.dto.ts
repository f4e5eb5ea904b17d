import {
  STREAM_LIMITS,
  type StreamEventSelector,
  type StreamQuery,
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
} from '@droptrack/contracts';
import { Integer, SeveralOf, Slugs } from '../../platform/input/query-rules';

/** Types and groups of events that are on the stream. */
export const STREAM_SELECTORS = [...WEBHOOK_EVENT_TYPES, ...WEBHOOK_EVENT_GROUPS].filter(
  (name): name is StreamEventSelector => !name.startsWith('webhook.'),
);

/** Largest sequence of the log that a client can name: numbers of 15 digits are exact. */
export const SEQUENCE_MAX = 999_999_999_999_999;

const DROPS = { max: STREAM_LIMITS.filterNames, such: 'linea', example: ['linea', 'zora'] };
const CHAINS = { max: STREAM_LIMITS.filterNames, such: 'arbitrum', example: ['arbitrum', 'base'] };

/** Query of GET /v1/stream. */
export class StreamDto implements StreamQuery {
  @Integer({ min: 0, max: SEQUENCE_MAX }, { example: 8843 }) readonly after?: number;
  @SeveralOf(STREAM_SELECTORS, { example: ['drop.*', 'calendar.event_started'] })
  readonly type?: readonly StreamEventSelector[];
  @Slugs('drop', DROPS) readonly drop?: readonly string[];
  @Slugs('chain', CHAINS) readonly chain?: readonly string[];
}
