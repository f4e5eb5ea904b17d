import { type HypeInput, rulesetOf, scoreHype, SIGNAL_IDS, type SignalReading } from '../src';

const HOUR_MS = 3_600_000;
const INPUTS = 256;
const DAYS = 56;

/**
 * Scores per second of processor time, of drops with all signals and 56 days: on a busy machine, elapsed time measures the
 * other programs.
 *
 * @param version - of the ruleset.
 */
export function scoresPerSecond(version: string, durationMs: number): number {
  const ruleset = rulesetOf(version);
  if (ruleset === null) throw new RangeError(`There is no ruleset ${version}`);
  const inputs = Array.from({ length: INPUTS }, (_, n) => inputOf(n));
  const [began, beganCpu] = [performance.now(), process.cpuUsage()];
  let [scored, points] = [0, 0];
  while (performance.now() - began < durationMs) {
    for (const input of inputs) points += scoreHype(input, ruleset).score;
    scored += inputs.length;
  }
  // An unused result could be optimised away.
  if (!Number.isInteger(points)) throw new RangeError('A score is no integer');
  const { user, system } = process.cpuUsage(beganCpu);
  return (1_000_000 * scored) / (user + system);
}

/** Values that differ between inputs and days; nothing random. */
function inputOf(n: number): HypeInput {
  const atMs = Date.UTC(2026, 7, 22, 10) + n * HOUR_MS;
  const reading = (signal: number): SignalReading => ({
    value: ((n * 31 + signal * 17) % 97) / 97,
    observedAtMs: atMs - (signal % 3) * HOUR_MS,
    dayValues: Array.from({ length: DAYS }, (_, day) => ((n + signal + day * 7) % 89) / 89),
  });
  return { atMs, signals: Object.fromEntries(SIGNAL_IDS.map((id, signal) => [id, reading(signal)])) };
}
