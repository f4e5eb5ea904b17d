import {
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_EVENT_TYPES,
  type WebhookDeliveryStatus,
  type WebhookEventType,
} from '@droptrack/contracts';
import { type Command, Option } from 'commander';
import { registerDrain, registerRecover, registerRedeliver } from './program-webhooks-send';
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
        'secrets. Owners manage their own endpoints through the API (docs/webhooks.md).',
    );
  withExamples(webhooks, ['webhooks'], ['droptrack webhooks list', 'droptrack webhooks deliveries wh_4f1y…']);
  registerList(webhooks, session, end);
  registerDeliveries(webhooks, session, end);
  registerRedeliver(webhooks, session, end);
  registerRecover(webhooks, session, end);
  registerDrain(webhooks, session, end);
  registerReseal(webhooks, session, end);
  registerNewKey(webhooks, session, end);
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
      const { openWebhookBox } = await import('./database/webhook-box');
      // A wrong key is reported before an embedded database is started.
      const box = await openWebhookBox(configOf(session));
      await withDatabase(session, async (db) => {
        const { resealWebhooks } = await import('./commands/webhooks-reseal');
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
      const { makeWebhookKey } = await import('./commands/webhooks-new-key');
      end(makeWebhookKey(session));
    });
  withExamples(newKey, ['webhooks', 'new-key'], ['droptrack webhooks new-key', 'droptrack webhooks new-key --json']);
}
