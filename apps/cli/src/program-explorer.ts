import type { Command } from 'commander';
import { configOf, type Session } from './runtime';
import { withExamples } from './usage';

/** Registers `droptrack explorer`. @param end - called with the exit code of the command. */
export function registerExplorer(program: Command, session: Session, end: (code: number) => void): void {
  const command = program
    .command('explorer')
    .summary('run the site alone')
    .description(
      'Runs the explorer until Ctrl-C, without API, worker and database. It reads the API at EXPLORER_API_URL with ' +
        'EXPLORER_API_KEY. `droptrack up` runs it beside the API.',
    )
    .action(async () => {
      const [{ explorer }, { watchInterruption }] = await Promise.all([
        import('./commands/explorer'),
        import('./up/interruption'),
      ]);
      const interruption = watchInterruption(session.signals, () => session.now().getTime());
      try {
        end(await explorer({ ...session, config: configOf(session), interruption }));
      } finally {
        interruption.end();
      }
    });
  withExamples(
    command,
    ['explorer'],
    ['droptrack explorer', 'EXPLORER_API_URL=https://api.example.com EXPLORER_PORT=8080 droptrack explorer'],
  );
}
