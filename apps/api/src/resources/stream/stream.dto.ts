import {
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
  STREAM_LIMITS,
  type StreamEventSelector,
  type StreamQuery,
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
} from '@droptrack/contracts';
import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsOptional, Matches, MaxLength } from 'class-validator';
import { IsIntegerWithin, SplitCommas } from '../../platform/input/query-rules';
import { AreOneOf } from '../query-members';

/** Types and groups of events that are on the stream. */
export const STREAM_SELECTORS = [...WEBHOOK_EVENT_TYPES, ...WEBHOOK_EVENT_GROUPS].filter(
  (name): name is StreamEventSelector => !name.startsWith('webhook.'),
);

/** Largest sequence of the log that a client can name: numbers of 15 digits are exact. */
export const SEQUENCE_MAX = 999_999_999_999_999;

/** Query of GET /v1/stream. */
export class StreamDto implements StreamQuery {
  @IsIntegerWithin({ min: 0, max: SEQUENCE_MAX })
  readonly after?: number;

  @SplitCommas()
  @IsOptional()
  @AreOneOf(STREAM_SELECTORS)
  readonly type?: readonly StreamEventSelector[];

  @AreSlugs('drop', 'linea')
  readonly drop?: readonly string[];

  @AreSlugs('chain', 'arbitrum')
  readonly chain?: readonly string[];
}

/** Optional list of slugs. */
function AreSlugs(kind: string, example: string): PropertyDecorator {
  const max = STREAM_LIMITS.filterNames;
  return applyDecorators(
    SplitCommas(),
    IsOptional(),
    ArrayMaxSize(max, { message: `must contain at most ${max} ${kind}s`, context: { code: 'range' } }),
    MaxLength(DROP_ID_LENGTH_MAX, {
      each: true,
      message: `must be ${kind} slugs of at most ${DROP_ID_LENGTH_MAX} characters`,
      context: { code: 'length' },
    }),
    Matches(DROP_ID_PATTERN, {
      each: true,
      message: `must be one or more ${kind} slugs, such as ${example}`,
      context: { code: 'format' },
    }),
  );
}
