import type { Command } from 'commander';
import { configOf, type Session, withDatabase } from './runtime';
import { withExamples } from './usage';

/** Registers `droptrack score …`. */
export function registerScore(program: Command, session: Session, end: (code: number) => void): void {
  const score = program
    .command('score')
    .summary("see how a drop's hype score comes about")
    .description('Hype scores: how they come about, from the readings that are stored.');
  withExamples(score, ['score'], ['droptrack score explain linea']);
  const explain = score
    .command('explain <drop>')
    .summary('show the computation, signal by signal')
    .description(
      "Works a drop's hype score out anew, from the readings observed up to an instant and its definition as it is " +
        'now, and shows each step. Changes nothing.',
    )
    .option('--at <instant>', 'the instant scored, such as 2026-11-21T08:00:00Z (default: now)')
    .action(async (drop: string, { at }: { at?: string }) => {
      const { explainDropScore } = await import('./commands/score-explain');
      const code = await explainDropScore(
        { drop, at: at ?? null },
        { ...session, ruleset: configOf(session).ruleset, withDatabase: (work) => withDatabase(session, work) },
      );
      end(code);
    });
  withExamples(
    explain,
    ['score', 'explain'],
    ['droptrack score explain linea', 'droptrack score explain linea --at 2026-11-21T08:00:00Z --json'],
  );
}
