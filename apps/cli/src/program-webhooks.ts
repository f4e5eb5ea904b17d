import {
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_EVENT_TYPES,
  type WebhookDeliveryStatus,
  type WebhookEventType,
} from '@droptrack/contracts';
import { type Command, Option } from 'commander';
import { registerLocalWebhooks } from './program-webhooks-local';
import { configOf, type Session, withDatabase } from './runtime';
import { integer, withExamples } from './usage';

type End = (code: number) => void;

const LIMIT = { min: 1, max: 1_000, default: 20 } as const;

/** Registers `droptrack webhooks …`. */
export function registerWebhooks(program: Command, session: Session, end: End): void {
  const webhooks = program
    .command('webhooks')
    .summary('manage endpoints, deliveries and the encryption key of secrets')
    .description(
      'Manage the webhook endpoints of all accounts: their health, their deliveries, and the key that encrypts their ' +
        'secrets. Owners manage their own endpoints through the API (docs/webhooks.md), and test their receivers with trigger.',
    );
  withExamples(webhooks, ['webhooks'], ['droptrack webhooks list', 'droptrack webhooks deliveries wh_4f1y…']);
  registerList(webhooks, session, end);
  registerDeliveries(webhooks, session, end);
  registerRedeliver(webhooks, session, end);
  registerRecover(webhooks, session, end);
  registerDrain(webhooks, session, end);
  registerReseal(webhooks, session, end);
  registerNewKey(webhooks, session, end);
  registerLocalWebhooks(webhooks, session, end);
}

function registerList(webhooks: Command, session: Session, end: End): void {
  const list = webhooks
    .command('list')
    .summary('show endpoints, their health and their pending deliveries')
    .description(
      'Shows endpoints with their owner, their health and their pending deliveries. URLs are shown without the query.',
    )
    .addOption(new Option('--account <id>', 'endpoints of one account, by the id of its first key').conflicts('key'))
    .option('--key <id>', 'endpoints of the account of this key')
    .action((flags: { account?: string; key?: string }) =>
      withDatabase(session, async (db) => {
        const { listWebhooks } = await import('./commands/webhooks-list');
        end(await listWebhooks({ account: flags.account ?? null, key: flags.key ?? null }, { ...session, db }));
      }),
    );
  withExamples(
    list,
    ['webhooks', 'list'],
    ['droptrack webhooks list', 'droptrack webhooks list --key key_4f1y…', 'droptrack webhooks list --json'],
  );
}

function registerDeliveries(webhooks: Command, session: Session, end: End): void {
  const deliveries = webhooks
    .command('deliveries <endpoint>')
    .summary('show the deliveries of an endpoint')
    .description('Shows the deliveries of an endpoint with every attempt, latest event first.')
    .addOption(new Option('--status <status>', 'deliveries with this status').choices(WEBHOOK_DELIVERY_STATUSES))
    .addOption(new Option('--event-type <type>', 'deliveries of events of this type').choices(WEBHOOK_EVENT_TYPES))
    .addOption(
      new Option('--limit <n>', `maximum number of deliveries, ${LIMIT.min} to ${LIMIT.max}`)
        .argParser(integer(LIMIT.min, LIMIT.max))
        .default(LIMIT.default),
    )
    .action(
      (endpoint: string, flags: { status?: WebhookDeliveryStatus; eventType?: WebhookEventType; limit: number }) =>
        withDatabase(session, async (db) => {
          const { showDeliveries } = await import('./commands/webhooks-deliveries');
          const { status = null, eventType = null, limit } = flags;
          end(await showDeliveries({ endpoint, status, eventType, limit }, { ...session, db }));
        }),
    );
  withExamples(
    deliveries,
    ['webhooks', 'deliveries'],
    [
      'droptrack webhooks deliveries wh_4f1y…',
      'droptrack webhooks deliveries wh_4f1y… --status failed --limit 100',
      'droptrack webhooks deliveries wh_4f1y… --event-type drop.status_changed --json',
    ],
  );
}

function registerReseal(webhooks: Command, session: Session, end: End): void {
  const reseal = webhooks
    .command('reseal')
    .summary('encrypt the secrets of endpoints with the first key')
    .description(
      'Encrypts the secrets of all endpoints again with the first key of WEBHOOK_SECRET_KEY, so that the other keys ' +
        'can be removed. Deliveries continue. Exits with code 1 if a secret is encrypted with a key that is not set.',
    )
    .action(async () => {
      const { openWebhookBox } = await import('./config/webhook-key');
      // A wrong key is reported before an embedded database is started.
      const box = await openWebhookBox(configOf(session));
      await withDatabase(session, async (db) => {
        const { resealWebhooks } = await import('./commands/webhooks-keys');
        end(await resealWebhooks({ ...session, db, box }));
      });
    });
  withExamples(
    reseal,
    ['webhooks', 'reseal'],
    ['droptrack webhooks reseal', 'WEBHOOK_SECRET_KEY=$NEW,$OLD droptrack webhooks reseal --json'],
  );
}

function registerNewKey(webhooks: Command, session: Session, end: End): void {
  const newKey = webhooks
    .command('new-key')
    .summary('generate an encryption key for secrets of endpoints')
    .description(
      'Generates a key for WEBHOOK_SECRET_KEY and prints it with the steps of a key rotation. It is not stored.',
    )
    .action(async () => {
      const { makeWebhookKey } = await import('./commands/webhooks-keys');
      end(makeWebhookKey(session));
    });
  withExamples(newKey, ['webhooks', 'new-key'], ['droptrack webhooks new-key', 'droptrack webhooks new-key --json']);
}

/** Registers `droptrack webhooks redeliver`. */
function registerRedeliver(webhooks: Command, session: Session, end: End): void {
  const redeliver = webhooks
    .command('redeliver <endpoint> <delivery...>')
    .summary('send deliveries again')
    .description(
      'Schedules deliveries to be sent again, regardless of their status: same event, same bytes, same webhook-id.',
    )
    .action((endpoint: string, deliveries: string[]) =>
      withDatabase(session, async (db) => {
        const { redeliverDeliveries } = await import('./commands/webhooks-deliveries');
        end(await redeliverDeliveries({ endpoint, deliveries }, { ...session, db }));
      }),
    );
  withExamples(
    redeliver,
    ['webhooks', 'redeliver'],
    [
      'droptrack webhooks redeliver wh_4f1y… dlv_4f1y…_3pY7…',
      'droptrack webhooks redeliver wh_4f1y… dlv_4f1y…_3pY7… --json',
    ],
  );
}

/** Registers `droptrack webhooks recover`. */
function registerRecover(webhooks: Command, session: Session, end: End): void {
  const recover = webhooks
    .command('recover <endpoint>')
    .summary('replay the events that an endpoint missed')
    .description(
      'Replays the events of a time range that an endpoint has not received: failed deliveries, and events that ' +
        'occurred while it was disabled or paused. Delivered events are not sent again. Asks for confirmation above ' +
        '300 events.',
    )
    .requiredOption(
      '--since <when>',
      'start of the range: an instant such as 2026-11-21T08:00:00Z, or an age such as 90m, 36h, 2d',
    )
    .option('--until <when>', 'end of the range, in the same form (default: now)')
    .option('--yes', 'skip the confirmation')
    .action((endpoint: string, flags: { since: string; until?: string; yes?: boolean }) =>
      withDatabase(session, async (db) => {
        const { recoverEndpoint } = await import('./commands/webhooks-recover');
        const args = { endpoint, since: flags.since, until: flags.until ?? null, yes: flags.yes ?? false };
        end(await recoverEndpoint(args, { ...session, db }));
      }),
    );
  withExamples(
    recover,
    ['webhooks', 'recover'],
    [
      'droptrack webhooks recover wh_4f1y… --since 24h',
      'droptrack webhooks recover wh_4f1y… --since 2026-11-20T00:00:00Z --until 2026-11-21T00:00:00Z --yes --json',
    ],
  );
}

/** Registers `droptrack webhooks drain`. */
function registerDrain(webhooks: Command, session: Session, end: End): void {
  const drain = webhooks
    .command('drain <endpoint>')
    .summary('retry the pending deliveries of an endpoint now')
    .description(
      'Schedules the pending deliveries of an endpoint to be retried now instead of at their next attempt, within the ' +
        'concurrency limit of the endpoint: for a receiver that is back. The workers send them; Ctrl-C stops only the ' +
        'progress display.',
    )
    .option('--wait', 'show progress until every delivery has been retried; exits with code 1 if any failed again')
    .action(async (endpoint: string, flags: { wait?: boolean }) => {
      const [{ drainEndpoint }, { untilInterrupted }, { setTimeout: wait }] = await Promise.all([
        import('./commands/webhooks-drain'),
        import('./commands/api-client'),
        import('node:timers/promises'),
      ]);
      await withDatabase(session, (db) =>
        untilInterrupted(session.signals, async (signal) => {
          const sleep = (ms: number): Promise<void> => wait(ms, undefined, { signal }).catch(() => undefined);
          end(await drainEndpoint({ endpoint, wait: flags.wait ?? false }, { ...session, db, signal, sleep }));
        }),
      );
    });
  withExamples(
    drain,
    ['webhooks', 'drain'],
    ['droptrack webhooks drain wh_4f1y…', 'droptrack webhooks drain wh_4f1y… --wait'],
  );
}
