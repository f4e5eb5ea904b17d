import type { Command } from 'commander';
import { configOf, type Session, withDatabase } from './runtime';
import { withExamples } from './usage';

/** Registers `droptrack score …`. */
export function registerScore(program: Command, session: Session, end: (code: number) => void): void {
  const score = program
    .command('score')
    .summary('explain and verify hype scores')
    .description('Explain hype scores from the stored readings, and verify stored ones (docs/signals.md).');
  withExamples(score, ['score'], ['droptrack score explain linea', 'droptrack score replay']);
  registerExplain(score, session, end);
  registerReplay(score, session, end);
}

function registerExplain(score: Command, session: Session, end: (code: number) => void): void {
  const explain = score
    .command('explain <drop>')
    .summary('show the computation of a hype score, signal by signal')
    .description(
      "Computes a drop's hype score from its current definition and the readings observed up to an instant, and shows " +
        'each step. Read-only.',
    )
    .option('--at <instant>', 'instant of the score, such as 2026-11-21T08:00:00Z (default: now)')
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

function registerReplay(score: Command, session: Session, end: (code: number) => void): void {
  const replay = score
    .command('replay [drops...]')
    .summary('recompute hourly points and compare them with the stored ones')
    .description(
      'Recomputes the hourly points of the given drops, or of all drops: each from the readings and the definition ' +
        'recorded before it, by the ruleset that it names. Lists differences and exits with code 1 if there are any. ' +
        'Read-only.',
    )
    .option('--from <instant>', 'first hour, such as 2026-11-01T00:00:00Z (default: the first stored)')
    .option('--to <instant>', 'last hour, such as 2026-11-21T00:00:00Z (default: the last stored)')
    .action(async (drops: string[], { from, to }: { from?: string; to?: string }) => {
      const { replayScores } = await import('./commands/score-replay');
      const code = await replayScores(
        { drops, from: from ?? null, to: to ?? null },
        { ...session, withDatabase: (work) => withDatabase(session, work) },
      );
      end(code);
    });
  withExamples(
    replay,
    ['score', 'replay'],
    ['droptrack score replay', 'droptrack score replay linea scroll --from 2026-11-01T00:00:00Z --json'],
  );
}
