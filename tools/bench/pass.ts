import type { BenchContext } from './context';
import { DropsWithReadings } from './data/drops-with-readings';
import { interleave } from './interleave';
import type { PassResult } from './pass-main';
import { BenchError } from './process/bench-error';
import type { ChildProgram } from './process/child-program';
import { line, type Measurement } from './report/measurement';
import { formatFigure } from './report/report';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Recompute runs of the worker: over a whole catalogue at the full hour, and after readings of some drops. */
export async function benchPass(context: BenchContext): Promise<Measurement[]> {
  const { drops, changed, rounds } = context.plan.pass;
  const small = await Subject.create(context, drops.small);
  const design = await Subject.create(context, drops.design);
  context.progress('Recomputing …');
  const hourly = await interleave(rounds, {
    small: () => small.hour(),
    design: () => design.hour(),
    before: () => design.hour('2026.2'),
  });
  const some = await interleave(rounds, { small: () => small.some(changed), design: () => design.some(changed) });
  await small.close();
  await design.close();
  const [smallSize, size] = [`${formatFigure(drops.small)} drops`, `${formatFigure(drops.design)} drops`];
  const hourlyLine = line(`hourly pass, ${size}`, 's', hourly.design);
  const someLine = line(`pass after ${changed} changed of ${size}`, 's', some.design);
  return [
    { ...hourlyLine, beside: { what: smallSize, rounds: hourly.small } },
    { ...hourlyLine, target: { below: 20 } },
    { ...hourlyLine, beside: { what: 'by 2026.2', rounds: hourly.before } },
    line(`hourly pass, ${size}: peak memory`, 'MB', [design.peakMb], { below: 512 }),
    { ...someLine, target: { below: 1 } },
    { ...someLine, beside: { what: smallSize, rounds: some.small } },
  ];
}

/** A catalogue and the process that recomputes its drops; time advances from run to run. */
class Subject {
  peakMb = 0;
  #nowMs: number;

  private constructor(
    private readonly drops: DropsWithReadings,
    private readonly program: ChildProgram,
  ) {
    this.#nowMs = drops.createdAtMs;
  }

  static async create(context: BenchContext, count: number): Promise<Subject> {
    const drops = await DropsWithReadings.create(context, count, `pass_${count}`);
    const subject = new Subject(
      drops,
      await context.startChild('The recomputing process', 'pass', [drops.databaseUrl], 'servers'),
    );
    // The first run publishes the drops with their readings, and includes compilation.
    await subject.hour();
    return subject;
  }

  /** Seconds for the point of a full hour, of every drop. @param version - of the ruleset; the default one if absent. */
  hour(version?: string): Promise<number> {
    this.#nowMs = Math.floor(this.#nowMs / HOUR_MS) * HOUR_MS + HOUR_MS;
    return this.#pass(this.drops.count, version);
  }

  /** Seconds for drops with new readings, between two hours. */
  async some(count: number): Promise<number> {
    this.#nowMs += MINUTE_MS;
    await this.drops.addReadings(count, this.#nowMs);
    return this.#pass(count);
  }

  async close(): Promise<void> {
    await this.program.stop();
    await this.drops.close();
  }

  async #pass(expected: number, version?: string): Promise<number> {
    // A little later than now: the clock advances during the run.
    await this.drops.setClock(this.#nowMs + MINUTE_MS / 2);
    const { seconds, drops, peakMb } = await this.program.request<PassResult>({ nowMs: this.#nowMs, version });
    if (drops !== expected) throw new BenchError(`The pass recomputed ${drops} drops where ${expected} were due`);
    this.peakMb = peakMb;
    return seconds;
  }
}
