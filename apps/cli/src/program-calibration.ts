import type { Command } from 'commander';
import { type Session, withDatabase } from './runtime';
import { withExamples } from './usage';

/** Registers `droptrack calibration`. */
export function registerCalibration(program: Command, session: Session, end: (code: number) => void): void {
  const command = program
    .command('calibration')
    .summary('score past forecasts by their outcomes')
    .description(
      'Compares the forecasts of expected values and probabilities in the log with the outcomes recorded later: ' +
        'coverage, pinball loss and Brier score per ruleset (docs/calibration.md). Read-only.',
    )
    .action(async () => {
      const { calibration } = await import('./commands/calibration');
      const nowMs = session.now().getTime();
      end(await calibration({ ...session, nowMs, withDatabase: (work) => withDatabase(session, work) }));
    });
  withExamples(command, ['calibration'], ['droptrack calibration', 'droptrack calibration --json']);
}
