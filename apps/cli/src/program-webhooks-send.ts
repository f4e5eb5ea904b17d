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
      'Makes deliveries due again, whatever became of them: the same event, the same bytes, the same webhook-id.',
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
    .summary('send what an endpoint was not told of a span of time')
    .description(
      'Makes due what an endpoint was not told of the events of a span of time: what failed, and what was never made as ' +
        'it was disabled or paused. What was delivered is left alone. Asks first when it may be more than 300.',
    )
    .requiredOption('--since <when>', 'a time such as 2026-11-21T08:00:00Z, or how long ago: 90m, 36h, 2d')
    .option('--until <when>', 'the same; now when not given')
    .option('--yes', 'do not ask')
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
    .summary('send now what waits for an endpoint')
    .description(
      'Has what waits for an endpoint sent now instead of when its retries are due, at the endpoint’s pace: for a ' +
        'receiver that is back. The workers do it; Ctrl-C ends only the watching.',
    )
    .option('--wait', 'show how far it is, until nothing that waited is due; ends with code 1 when some failed again')
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
