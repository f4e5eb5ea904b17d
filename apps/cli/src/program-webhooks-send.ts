import type { Command } from 'commander';
import { type Session, withDatabase } from './runtime';
import { withExamples } from './usage';

type End = (code: number) => void;

/** Registers `droptrack webhooks redeliver`. */
export function registerRedeliver(webhooks: Command, session: Session, end: End): void {
  const redeliver = webhooks
    .command('redeliver <endpoint> <delivery...>')
    .summary('send deliveries again')
    .description(
      'Schedules deliveries to be sent again, regardless of their status: same event, same bytes, same webhook-id.',
    )
    .action((endpoint: string, deliveries: string[]) =>
      withDatabase(session, async (db) => {
        const { redeliverDeliveries } = await import('./commands/webhooks-redeliver');
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
export function registerRecover(webhooks: Command, session: Session, end: End): void {
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
export function registerDrain(webhooks: Command, session: Session, end: End): void {
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
        import('./commands/snapshots-client'),
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
