import {
  DROP_ID_PATTERN,
  type StreamEventSelector,
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
} from '@droptrack/contracts';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { addApiOptions, type ApiFlags, openApi } from './program-api';
import type { Session } from './runtime';
import { withExamples } from './usage';

type End = (code: number) => void;

/** Registers the commands of receivers' developers: `droptrack webhooks trigger` and `listen`. */
export function registerLocalWebhooks(webhooks: Command, session: Session, end: End): void {
  registerTrigger(webhooks, session, end);
  registerListen(webhooks, session, end);
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

interface ListenFlags extends ApiFlags {
  readonly forwardTo?: string;
  readonly types?: readonly StreamEventSelector[];
  readonly secret?: string;
}

/** Selectors of events on the stream, which has none about endpoints. */
const SELECTORS = [...WEBHOOK_EVENT_TYPES, ...WEBHOOK_EVENT_GROUPS].filter(
  (name): name is StreamEventSelector => name !== '*' && !name.startsWith('webhook.'),
);

function registerListen(webhooks: Command, session: Session, end: End): void {
  const listen = webhooks
    .command('listen')
    .summary('print live events, and forward them to a URL')
    .description(
      'Prints the events of a service as they happen, one line each, and forwards them to a receiver on your machine, ' +
        'signed with a development secret. Reconnects without a gap. Needs an API key, from DROPTRACK_API_KEY or ' +
        '--key-file. With --json, each line is one JSON document. Stop with Ctrl-C.',
    )
    .option('--forward-to <url>', 'URL of the receiver, such as http://localhost:4000/hooks')
    .addOption(
      new Option('--types <type...>', 'only events of these types or groups, such as drop.*').choices(SELECTORS),
    )
    .option('--secret <secret>', 'secret to sign with (default: DROPTRACK_WEBHOOK_SECRET, or a new one)');
  addApiOptions(listen).action(async ({ forwardTo, types, secret, ...access }: ListenFlags) => {
    const [{ listenToEvents }, { developmentSecret }, { untilInterrupted }] = await Promise.all([
      import('./commands/webhooks-listen'),
      import('./hooks/target'),
      import('./commands/api-client'),
    ]);
    const deps = {
      output: session.output,
      client: await openApi(session, access),
      secret: developmentSecret(secret, session.env['DROPTRACK_WEBHOOK_SECRET']),
      now: session.now,
      print: (line: string) => void session.stdout.write(`${line}\n`),
      fetch: globalThis.fetch,
      nowMs: () => performance.now(),
    };
    const args = { types: types ?? null, forwardTo: forwardTo ?? null };
    end(await untilInterrupted(session.signals, (signal) => listenToEvents(args, { ...deps, signal })));
  });
  withExamples(
    listen,
    ['webhooks', 'listen'],
    [
      'droptrack webhooks listen --forward-to http://localhost:4000/hooks',
      "droptrack webhooks listen --types 'drop.*' calendar.event_started --json",
    ],
  );
}

function slug(text: string): string {
  if (DROP_ID_PATTERN.test(text)) return text;
  throw new InvalidArgumentError('It must be the id of a drop, such as linea.');
}
