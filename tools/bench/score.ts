import {
  type HypeInput,
  type Ruleset,
  RULESET_2026_2,
  RULESET_2026_3,
  scoreHype,
  SIGNAL_IDS,
  type SignalReading,
} from '@droptrack/scoring';
import type { BenchContext } from './context';
import { interleave } from './interleave';
import { line, type Measurement } from './report/measurement';

const HOUR_MS = 3_600_000;
const INPUTS = 256;

/** Scores of one drop with ten signals and 56 days, on one core, beside those of the ruleset before. */
export async function benchScore({ plan, progress }: BenchContext): Promise<Measurement[]> {
  progress('Scoring …');
  const inputs = Array.from({ length: INPUTS }, (_, n) => inputOf(n));
  const variants = {
    score: () => scoresPerSecond(inputs, RULESET_2026_3, plan.score.roundMs),
    before: () => scoresPerSecond(inputs, RULESET_2026_2, plan.score.roundMs),
  };
  // The first round includes compilation.
  await interleave(1, variants);
  const { score, before } = await interleave(plan.rounds, variants);
  const scoreLine = line('scoreHype by 2026.3, ten signals and 56 days', 'scores/s', score);
  return [
    { ...scoreLine, target: { atLeast: 15_000 } },
    { ...scoreLine, beside: { what: 'by 2026.2', rounds: before } },
  ];
}

/** By processor time: on a busy machine, elapsed time measures the other programs. */
function scoresPerSecond(inputs: readonly HypeInput[], ruleset: Ruleset, durationMs: number): number {
  const began = performance.now();
  const beganCpu = process.cpuUsage();
  let scored = 0;
  let points = 0;
  while (performance.now() - began < durationMs) {
    for (const input of inputs) points += scoreHype(input, ruleset).score;
    scored += inputs.length;
  }
  // An unused result could be optimised away.
  if (!Number.isInteger(points)) throw new Error('A score is no integer');
  const { user, system } = process.cpuUsage(beganCpu);
  return (1_000_000 * scored) / (user + system);
}

/** Values that differ between inputs and days; nothing random. */
function inputOf(n: number): HypeInput {
  const atMs = Date.UTC(2026, 7, 22, 10) + n * HOUR_MS;
  const reading = (signal: number): SignalReading => ({
    value: ((n * 31 + signal * 17) % 97) / 97,
    observedAtMs: atMs - (signal % 3) * HOUR_MS,
    dayValues: Array.from({ length: 56 }, (_, day) => ((n + signal + day * 7) % 89) / 89),
  });
  return { atMs, signals: Object.fromEntries(SIGNAL_IDS.map((id, signal) => [id, reading(signal)])) };
}
