import type { Command } from 'commander';
import { configOf, type Session, withDatabase } from './runtime';
import { withExamples } from './usage';

/** Registers `droptrack score …`. */
export function registerScore(program: Command, session: Session, end: (code: number) => void): void {
  const score = program
    .command('score')
    .summary("see how a drop's hype score comes about")
    .description(
      'Hype scores: how they come about, from the readings that are stored, and whether those of the past did.',
    );
  withExamples(score, ['score'], ['droptrack score explain linea', 'droptrack score replay']);
  registerExplain(score, session, end);
  registerReplay(score, session, end);
}

function registerExplain(score: Command, session: Session, end: (code: number) => void): void {
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

function registerReplay(score: Command, session: Session, end: (code: number) => void): void {
  const replay = score
    .command('replay [drops...]')
    .summary('make hourly points anew and compare them')
    .description(
      'Makes the hourly points of drops anew, of all when none is named: each from the readings and the definition ' +
        'that were recorded before it, by the rules that it names. Shows where they differ, and then ends with code 1. ' +
        'Changes nothing.',
    )
    .option('--from <instant>', 'the first hour, such as 2026-11-01T00:00:00Z (default: the first there is)')
    .option('--to <instant>', 'the last hour (default: the last there is)')
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
