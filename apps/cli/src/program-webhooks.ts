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
    .summary('look after endpoints, their deliveries and the key of their secrets')
    .description(
      'Endpoints that are told of events, of all accounts: how they do, what was delivered to them, what is to be sent ' +
        'again, and the key that their secrets are sealed with. Their owners have the same by the API, for their own.',
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
    .summary('show endpoints, how they do and what waits for them')
    .description(
      'Shows endpoints with whose they are, how they do and what waits for them; addresses without their query.',
    )
    .addOption(new Option('--account <id>', 'of one account: the id of its first key').conflicts('key'))
    .option('--key <id>', 'of the account of one key')
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
    .summary('show what was delivered to an endpoint, and what was not')
    .description('Shows deliveries to an endpoint, those of the latest events first, with every attempt.')
    .addOption(new Option('--status <status>', 'only such').choices(WEBHOOK_DELIVERY_STATUSES))
    .addOption(new Option('--event-type <type>', 'only of such events').choices(WEBHOOK_EVENT_TYPES))
    .addOption(
      new Option('--limit <n>', `at most so many, ${LIMIT.min} to ${LIMIT.max}`)
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
    .summary('seal the secrets of endpoints under the first key')
    .description(
      'Seals the secrets of all endpoints under the first key of WEBHOOK_SECRET_KEY, so that the others can be dropped. ' +
        'Deliveries go on meanwhile. Ends with code 1 while some are sealed under a key that is not given.',
    )
    .action(async () => {
      const { openWebhookBox } = await import('./database/webhook-box');
      // Before a database is started for it.
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
    .summary('make a key that secrets of endpoints are sealed with')
    .description(
      'Makes a key for WEBHOOK_SECRET_KEY and tells how to put it in the place of another. It is kept nowhere.',
    )
    .action(async () => {
      const { makeWebhookKey } = await import('./commands/webhooks-new-key');
      end(makeWebhookKey(session));
    });
  withExamples(newKey, ['webhooks', 'new-key'], ['droptrack webhooks new-key', 'droptrack webhooks new-key --json']);
}
