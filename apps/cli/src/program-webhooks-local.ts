import { DROP_ID_PATTERN, WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@droptrack/contracts';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Session } from './runtime';
import { withExamples } from './usage';

type End = (code: number) => void;

/** Registers the commands of receivers' developers: `droptrack webhooks trigger`. */
export function registerLocalWebhooks(webhooks: Command, session: Session, end: End): void {
  registerTrigger(webhooks, session, end);
}

interface TriggerFlags {
  readonly to: string;
  readonly secret?: string;
  readonly drop?: string;
}

function registerTrigger(webhooks: Command, session: Session, end: End): void {
  const trigger = webhooks
    .command('trigger')
    .summary('send a signed sample event to a URL')
    .description(
      'Sends one complete sample event of a type to a receiver on your machine, signed like a delivery, and prints the ' +
        'response. Needs neither a service nor a key. Exits with code 1 unless the response is 2xx.',
    )
    .addArgument(new Argument('<type>', 'type of the event').choices(WEBHOOK_EVENT_TYPES))
    .requiredOption('--to <url>', 'URL of the receiver, such as http://localhost:4000/hooks')
    .option('--secret <secret>', 'secret to sign with (default: DROPTRACK_WEBHOOK_SECRET, or a new one)')
    .addOption(new Option('--drop <id>', 'drop that the event is about').argParser(slug))
    .action(async (type: WebhookEventType, { to, secret, drop }: TriggerFlags) => {
      const [{ triggerWebhook }, { developmentSecret }] = await Promise.all([
        import('./commands/webhooks-trigger'),
        import('./hooks/target'),
      ]);
      const signing = developmentSecret(secret, session.env['DROPTRACK_WEBHOOK_SECRET']);
      const deps = { ...session, secret: signing, fetch: globalThis.fetch, nowMs: () => performance.now() };
      end(await triggerWebhook({ type, to, dropId: drop ?? null }, deps));
    });
  withExamples(
    trigger,
    ['webhooks', 'trigger'],
    [
      'droptrack webhooks trigger drop.status_changed --to http://localhost:4000/hooks',
      'droptrack webhooks trigger calendar.event_started --to http://localhost:4000/hooks --drop linea --json',
    ],
  );
}

function slug(text: string): string {
  if (DROP_ID_PATTERN.test(text)) return text;
  throw new InvalidArgumentError('It must be the id of a drop, such as linea.');
}
