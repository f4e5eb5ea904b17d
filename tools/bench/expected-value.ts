import { type ExpectedValueInput, expectedValueUsd, RULESET_2026_3 } from '@droptrack/scoring';
import type { BenchContext } from './context';
import { interleave } from './interleave';
import { line, type Measurement } from './report/measurement';

const INPUTS = 256;

/** Expected values of drops with uncertain inputs and an unknown kind of allocation, the slowest case, on one core. */
export async function benchExpectedValue({ plan, progress }: BenchContext): Promise<Measurement[]> {
  progress('Expected values …');
  const inputs = Array.from({ length: INPUTS }, (_, n) => inputOf(n));
  const variants = { value: () => msPerValue(inputs, plan.score.roundMs) };
  // The first round includes compilation.
  await interleave(1, variants);
  const { value } = await interleave(plan.rounds, variants);
  return [line('expectedValueUsd, uncertain inputs, ruleset 2026.3', 'ms', value, { atMost: 1 })];
}

function msPerValue(inputs: readonly ExpectedValueInput[], durationMs: number): number {
  const began = performance.now();
  let computed = 0;
  let usd = 0;
  while (performance.now() - began < durationMs) {
    for (const input of inputs) usd += expectedValueUsd(input, RULESET_2026_3).p50 ?? Number.NaN;
    computed += inputs.length;
  }
  // An unused result could be optimised away.
  if (!Number.isFinite(usd)) throw new Error('An expected value is unknown');
  return (performance.now() - began) / computed;
}

/** Ranges that differ between inputs; nothing random. */
function inputOf(n: number): ExpectedValueInput {
  return {
    fdvUsd: [1e8 * (1 + n), 4e9 * (1 + n)],
    supplyShare: [0.01 + n / 10_000, 0.1 + n / 1_000],
    eligibleWallets: [1e4 + n, 1e5 + 1_000 * n],
    allocation: null,
    haircut: null,
    probability: (n + 1) / (INPUTS + 1),
  };
}
