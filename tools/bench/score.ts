import { type HypeInput, scoreHype, SIGNAL_IDS, type SignalReading } from '@droptrack/scoring';
import type { BenchContext } from './context';
import { interleave } from './interleave';
import { line, type Measurement } from './report/measurement';

const HOUR_MS = 3_600_000;
const INPUTS = 256;

/** Scores of one drop with ten signals and 28 days, on one core. */
export async function benchScore({ plan, progress }: BenchContext): Promise<Measurement[]> {
  progress('Scoring …');
  const inputs = Array.from({ length: INPUTS }, (_, n) => inputOf(n));
  const variants = { score: () => scoresPerSecond(inputs, plan.score.roundMs) };
  // The first round includes compilation.
  await interleave(1, variants);
  const { score } = await interleave(plan.rounds, variants);
  return [line('scoreHype, ten signals and 28 days', 'scores/s', score, { atLeast: 15_000 })];
}

function scoresPerSecond(inputs: readonly HypeInput[], durationMs: number): number {
  const began = performance.now();
  let scored = 0;
  let points = 0;
  while (performance.now() - began < durationMs) {
    for (const input of inputs) points += scoreHype(input).score;
    scored += inputs.length;
  }
  // An unused result could be optimised away.
  if (!Number.isInteger(points)) throw new Error('A score is no integer');
  return (1_000 * scored) / (performance.now() - began);
}

/** Values that differ between inputs and days; nothing random. */
function inputOf(n: number): HypeInput {
  const atMs = Date.UTC(2026, 7, 22, 10) + n * HOUR_MS;
  const reading = (signal: number): SignalReading => ({
    value: ((n * 31 + signal * 17) % 97) / 97,
    observedAtMs: atMs - (signal % 3) * HOUR_MS,
    dayValues: Array.from({ length: 28 }, (_, day) => ((n + signal + day * 7) % 89) / 89),
  });
  return { atMs, signals: Object.fromEntries(SIGNAL_IDS.map((id, signal) => [id, reading(signal)])) };
}
