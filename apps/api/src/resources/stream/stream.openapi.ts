import { PLAN_TERMS, PLANS, STREAM_LIMITS, STREAM_POSITION_INTERVAL_MS, WEBHOOK_LIMITS } from '@droptrack/contracts';
import { EXAMPLE_AS_OF } from '../../openapi/document/example-catalogue';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { EXAMPLE_EVENTS } from '../../openapi/document/webhook-examples';
import { invalidLastEventId } from './last-event-id';
import { positionBlock } from './stream-blocks';
import { BACKLOG_BYTES_MAX } from './stream-connection';
import { instanceFull, tooManyStreams } from './stream-slots';
import { StreamController } from './stream.controller';

const PATH = '/v1/stream';
const seconds = STREAM_POSITION_INTERVAL_MS / 1_000;
const limits = PLANS.map((plan) => `${PLAN_TERMS[plan].streams} (\`${plan}\`)`).join(', ');

function exampleText(): string {
  const event = EXAMPLE_EVENTS['drop.status_changed'];
  const seq = event.sequence ?? 0;
  const start = positionBlock({ seq: seq - 3, asOfMs: Date.parse(EXAMPLE_AS_OF) }).toString();
  return `retry: 2718\n\n${start}id: ${seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

const open: RouteDocs = {
  operationId: 'streamEvents',
  summary: 'Stream events',
  description:
    'Sends events as they happen, as Server-Sent Events over one response without an end. The data of an event is ' +
    'identical to the body of its webhook, with the same `id`, so that a client of both can discard duplicates. ' +
    '`webhook.*` events are not on the stream. A plan with delayed data receives the events with that delay.\n\n' +
    '**Without a gap**: list first, then send the `X-Data-Sequence` of the list as `after`. After a lost connection, send ' +
    'the last `id` as `Last-Event-ID` (an `EventSource` does this by itself) or as `after`. Events of one change share ' +
    'their `sequence`, and only the last of them carries the `id`: a client that is cut off in between receives the first ' +
    'ones again, and loses none.\n\n' +
    `**\`position\`** is sent after connecting, or after the replay, and every ${seconds} seconds; during a replay it stands ` +
    'for each part without events that pass. All events up to its `sequence` that pass the filters were sent. Consider a connection lost after 45 seconds without a byte.\n\n' +
    '**`reset`** means that the stream cannot continue after the given position, and ends it: list again. Reasons: ' +
    `\`replay_too_long\` (more than ${STREAM_LIMITS.replay} changes of the log since then), \`too_old\` (events are kept for ` +
    `${WEBHOOK_LIMITS.keptDays} days) and \`ahead_of_log\` (the service was restored from an older copy). A plan with delayed data receives ` +
    '`ahead_of_log` only after the delay: until then a stream after such a position stays open and receives positions, as after one ' +
    'that the data reaches within the delay.\n\n' +
    `Concurrent streams per key: ${limits}; all keys of an account, which rotations create, can have ${STREAM_LIMITS.keysPerAccount} times as many. Each instance of the service counts by itself. A stream costs one token, and ` +
    'its events none. It ends within a second when its key is revoked, expires or gets another plan, when the instance stops, and when ' +
    `the client leaves more than ${BACKLOG_BYTES_MAX / 1024} KiB unread.`,
  invalidQuery: 'after=-1',
  response: { kind: 'events', description: 'Events, until one side ends the response.', example: exampleText() },
  problems: [
    { error: invalidLastEventId(), instance: PATH },
    { error: tooManyStreams(PLAN_TERMS.pro.streams), instance: PATH },
    { error: instanceFull(), instance: PATH },
  ],
};

export const streamDocs = documents(StreamController, 'Stream', { open });
