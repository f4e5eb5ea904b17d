import {
  DROP_ID_PATTERN,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
} from '@droptrack/contracts';
import { InvalidArgumentError } from 'commander';
import { interruptible, onDatabase } from '../../session/session';
import {
  API_OPTIONS,
  type Arguments,
  type CommandDeclaration,
  type GroupDeclaration,
  integer,
  onApi,
  type Options,
} from '../declare';

const LIMIT = { min: 1, max: 1_000, default: 20 } as const;
const ENDPOINT: Arguments = { endpoint: ['<endpoint>'] };

const list: CommandDeclaration = {
  name: 'list',
  summary: 'show endpoints, their health and their pending deliveries',
  description:
    'Shows endpoints with their owner, their health and their pending deliveries. URLs are shown without the query.',
  options: {
    '--account <id>': ['endpoints of one account, by the id of its first key', { conflicts: 'key' }],
    '--key <id>': 'endpoints of the account of this key',
  },
  examples: ['droptrack webhooks list', 'droptrack webhooks list --key key_4f1y…', 'droptrack webhooks list --json'],
  load: async () => onDatabase((await import('./list')).listWebhooks),
};

const deliveries: CommandDeclaration = {
  name: 'deliveries',
  summary: 'show the deliveries of an endpoint',
  description: 'Shows the deliveries of an endpoint with every attempt, latest event first.',
  arguments: ENDPOINT,
  options: {
    '--status <status>': ['deliveries with this status', { choices: WEBHOOK_DELIVERY_STATUSES }],
    '--event-type <type>': ['deliveries of events of this type', { choices: WEBHOOK_EVENT_TYPES }],
    '--limit <n>': [
      `maximum number of deliveries, ${LIMIT.min} to ${LIMIT.max}`,
      { parse: integer(LIMIT.min, LIMIT.max), default: LIMIT.default },
    ],
  },
  examples: [
    'droptrack webhooks deliveries wh_4f1y…',
    'droptrack webhooks deliveries wh_4f1y… --status failed --limit 100',
    'droptrack webhooks deliveries wh_4f1y… --event-type drop.status_changed --json',
  ],
  load: async () => onDatabase((await import('./list')).showDeliveries),
};

const redeliver: CommandDeclaration = {
  name: 'redeliver',
  summary: 'send deliveries again',
  description:
    'Schedules deliveries to be sent again, regardless of their status: same event, same bytes, same webhook-id.',
  arguments: { ...ENDPOINT, deliveries: ['<delivery...>'] },
  examples: [
    'droptrack webhooks redeliver wh_4f1y… dlv_4f1y…_3pY7…',
    'droptrack webhooks redeliver wh_4f1y… dlv_4f1y…_3pY7… --json',
  ],
  load: async () => onDatabase((await import('./redeliver')).redeliverDeliveries),
};

const recover: CommandDeclaration = {
  name: 'recover',
  summary: 'replay the events that an endpoint missed',
  description:
    'Replays the events of a time range that an endpoint has not received: failed deliveries, and events that ' +
    'occurred while it was disabled or paused. Delivered events are not sent again. Asks for confirmation above ' +
    '300 events.',
  arguments: ENDPOINT,
  options: {
    '--since <when>': [
      'start of the range: an instant such as 2026-11-21T08:00:00Z, or an age such as 90m, 36h, 2d',
      { isRequired: true },
    ],
    '--until <when>': 'end of the range, in the same form (default: now)',
    '--yes': 'skip the confirmation',
  },
  examples: [
    'droptrack webhooks recover wh_4f1y… --since 24h',
    'droptrack webhooks recover wh_4f1y… --since 2026-11-20T00:00:00Z --until 2026-11-21T00:00:00Z --yes --json',
  ],
  load: async () => onDatabase((await import('./redeliver')).recoverEndpoint),
};

const drain: CommandDeclaration = {
  name: 'drain',
  summary: 'retry the pending deliveries of an endpoint now',
  description:
    'Schedules the pending deliveries of an endpoint to be retried now instead of at their next attempt, within the ' +
    'concurrency limit of the endpoint: for a receiver that is back. The workers send them; Ctrl-C stops only the ' +
    'progress display.',
  arguments: ENDPOINT,
  options: {
    '--wait': 'show progress until every delivery has been retried; exits with code 1 if any failed again',
  },
  examples: ['droptrack webhooks drain wh_4f1y…', 'droptrack webhooks drain wh_4f1y… --wait'],
  load: async () => onDatabase(interruptible((await import('./drain')).drainEndpoint)),
};

const reseal: CommandDeclaration = {
  name: 'reseal',
  summary: 'encrypt the secrets of endpoints with the first key',
  description:
    'Encrypts the secrets of all endpoints again with the first key of WEBHOOK_SECRET_KEY, so that the other keys ' +
    'can be removed. Deliveries continue. Exits with code 1 if a secret is encrypted with a key that is not set.',
  examples: ['droptrack webhooks reseal', 'WEBHOOK_SECRET_KEY=$NEW,$OLD droptrack webhooks reseal --json'],
  load: async () => (await import('./keys')).resealWebhooks,
};

const newKey: CommandDeclaration = {
  name: 'new-key',
  summary: 'generate an encryption key for secrets of endpoints',
  description:
    'Generates a key for WEBHOOK_SECRET_KEY and prints it with the steps of a key rotation. It is not stored.',
  examples: ['droptrack webhooks new-key', 'droptrack webhooks new-key --json'],
  load: async () => (await import('./keys')).makeWebhookKey,
};

const SECRET: Options = {
  '--secret <secret>': 'secret to sign with (default: DROPTRACK_WEBHOOK_SECRET, or a new one)',
};

const trigger: CommandDeclaration = {
  name: 'trigger',
  summary: 'send a signed sample event to a URL',
  description:
    'Sends one complete sample event of a type to a receiver on your machine, signed like a delivery, and prints the ' +
    'response. Needs neither a service nor a key. Exits with code 1 unless the response is 2xx.',
  arguments: { type: ['<type>', 'type of the event', { choices: WEBHOOK_EVENT_TYPES }] },
  options: {
    '--to <url>': ['URL of the receiver, such as http://localhost:4000/hooks', { isRequired: true }],
    ...SECRET,
    '--drop <id>': ['drop that the event is about', { parse: slug }],
  },
  examples: [
    'droptrack webhooks trigger drop.status_changed --to http://localhost:4000/hooks',
    'droptrack webhooks trigger calendar.event_started --to http://localhost:4000/hooks --drop linea --json',
  ],
  load: async () => (await import('./receiver')).triggerWebhook,
};

function slug(text: string): string {
  if (DROP_ID_PATTERN.test(text)) return text;
  throw new InvalidArgumentError('It must be the id of a drop, such as linea.');
}

/** Selectors of events on the stream, which has none about endpoints. */
const SELECTORS = [...WEBHOOK_EVENT_TYPES, ...WEBHOOK_EVENT_GROUPS].filter(
  (name) => name !== '*' && !name.startsWith('webhook.'),
);

const listen: CommandDeclaration = {
  name: 'listen',
  summary: 'print live events, and forward them to a URL',
  description:
    'Prints the events of a service as they happen, one line each, and forwards them to a receiver on your machine, ' +
    'signed with a development secret. Reconnects without a gap. Needs an API key, from DROPTRACK_API_KEY or ' +
    '--key-file. With --json, each line is one JSON document. Stop with Ctrl-C.',
  options: {
    '--forward-to <url>': 'URL of the receiver, such as http://localhost:4000/hooks',
    '--types <type...>': ['only events of these types or groups, such as drop.*', { choices: SELECTORS }],
    ...SECRET,
    ...API_OPTIONS,
  },
  examples: [
    'droptrack webhooks listen --forward-to http://localhost:4000/hooks',
    "droptrack webhooks listen --types 'drop.*' calendar.event_started --json",
  ],
  load: async () => onApi(interruptible((await import('./receiver')).listenToEvents)),
};

export const webhooks: GroupDeclaration = {
  name: 'webhooks',
  summary: 'manage endpoints, deliveries and the encryption key of secrets',
  description:
    'Manage the webhook endpoints of all accounts: their health, their deliveries, and the key that encrypts their ' +
    'secrets. Owners manage their own endpoints through the API (docs/webhooks.md), and test their receivers with trigger.',
  examples: ['droptrack webhooks list', 'droptrack webhooks deliveries wh_4f1y…'],
  commands: [list, deliveries, redeliver, recover, drain, reseal, newKey, trigger, listen],
};
