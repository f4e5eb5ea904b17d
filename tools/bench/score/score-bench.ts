import { type HypeInput, scoreHype, SIGNAL_IDS, type SignalReading } from '@droptrack/scoring';
import { interleave } from '../interleave';
import type { Measurement } from '../report/measurement';
import type { BenchContext } from '../bench-context';

const HOUR_MS = 3_600_000;
const INPUTS = 256;

/** Scores of one drop with ten signals and 28 days, on one core. */
export async function benchScore({ plan, progress }: BenchContext): Promise<Measurement[]> {
  progress('Scoring …');
  const inputs = Array.from({ length: INPUTS }, (_, n) => inputOf(n));
  const measure = async (): Promise<number> => scoresPerSecond(inputs, plan.score.roundMs);
  // The first round is the compiler's.
  const { score } = await interleave(plan.rounds + 1, { score: measure });
  return [
    {
      bench: 'score',
      what: 'scoreHype, ten signals and 28 days',
      unit: 'scores/s',
      rounds: score.slice(1),
      target: { atLeast: 15_000 },
    },
  ];
}

function scoresPerSecond(inputs: readonly HypeInput[], durationMs: number): number {
  const began = performance.now();
  let scored = 0;
  let points = 0;
  while (performance.now() - began < durationMs) {
    for (const input of inputs) points += scoreHype(input).score;
    scored += inputs.length;
  }
  // What nobody looks at the compiler may leave out.
  if (!Number.isInteger(points)) throw new Error('A score is no integer');
  return (1_000 * scored) / (performance.now() - began);
}

/** Values that differ from input to input and day to day; nothing random. */
function inputOf(n: number): HypeInput {
  const atMs = Date.UTC(2026, 7, 22, 10) + n * HOUR_MS;
  const reading = (signal: number): SignalReading => ({
    value: ((n * 31 + signal * 17) % 97) / 97,
    observedAtMs: atMs - (signal % 3) * HOUR_MS,
    dayValues: Array.from({ length: 28 }, (_, day) => ((n + signal + day * 7) % 89) / 89),
  });
  return { atMs, signals: Object.fromEntries(SIGNAL_IDS.map((id, signal) => [id, reading(signal)])) };
}
