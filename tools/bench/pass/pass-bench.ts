import type { Postgres } from '../data/postgres';
import { BenchError } from '../process/bench-error';
import { interleave } from '../interleave';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';
import { PassingProcess } from './passing-process';
import { ReadDrops } from './read-drops';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Passes of the worker: over a whole catalogue at the full hour, and after some drops were read about. */
export async function benchPass(context: BenchContext, postgres: Postgres): Promise<Measurement[]> {
  const { drops, changed, rounds } = context.plan.pass;
  const small = await Subject.create(context, postgres, drops.small);
  const design = await Subject.create(context, postgres, drops.design);
  context.progress('Passing …');
  const hourly = await interleave(rounds, { small: () => small.hour(), design: () => design.hour() });
  const some = await interleave(rounds, { small: () => small.some(changed), design: () => design.some(changed) });
  await small.close();
  await design.close();
  const [of1, of2] = [`${formatFigure(drops.small)} drops`, `${formatFigure(drops.design)} drops`];
  return [
    { ...line(`hourly pass, ${of2}`, 's', hourly.design), beside: { what: of1, rounds: hourly.small } },
    { ...line(`hourly pass, ${of2}`, 's', hourly.design), target: { below: 20 } },
    { ...line(`hourly pass, ${of2}: peak memory`, 'MB', [design.peakMb]), target: { below: 512 } },
    { ...line(`pass after ${changed} changed of ${of2}`, 's', some.design), target: { below: 1 } },
    { ...line(`pass after ${changed} changed of ${of2}`, 's', some.design), beside: { what: of1, rounds: some.small } },
  ];
}

/** One catalogue, and the process that passes over it; time goes on from pass to pass. */
class Subject {
  #nowMs: number;
  #peakMb = 0;

  private constructor(
    private readonly drops: ReadDrops,
    private readonly passing: PassingProcess,
  ) {
    this.#nowMs = drops.beganMs;
  }

  static async create(context: BenchContext, postgres: Postgres, count: number): Promise<Subject> {
    context.progress(`Making ${formatFigure(count)} drops with readings …`);
    const drops = await ReadDrops.create(postgres, count);
    const subject = new Subject(drops, await PassingProcess.start(context, drops.databaseUrl));
    // The first shows the drops as they were read about, and compiles.
    await subject.hour();
    return subject;
  }

  /** Seconds for the point of a full hour, for every drop. */
  async hour(): Promise<number> {
    this.#nowMs = Math.floor(this.#nowMs / HOUR_MS) * HOUR_MS + HOUR_MS;
    return this.#pass(this.drops.count);
  }

  /** Seconds for drops that were read about a moment ago, between two hours. */
  async some(count: number): Promise<number> {
    this.#nowMs += MINUTE_MS;
    await this.drops.readAgain(count, this.#nowMs);
    return this.#pass(count);
  }

  get peakMb(): number {
    return this.#peakMb;
  }

  close(): Promise<void> {
    return this.drops.close();
  }

  async #pass(expected: number): Promise<number> {
    // A moment later than now, which goes on meanwhile.
    await this.drops.moveTo(this.#nowMs + MINUTE_MS / 2);
    const { seconds, drops, peakMb } = await this.passing.pass(this.#nowMs);
    if (drops !== expected) throw new BenchError(`The pass looked at ${drops} drops where ${expected} were due`);
    this.#peakMb = peakMb;
    return seconds;
  }
}

function line(what: string, unit: string, rounds: readonly number[]): Measurement {
  return { bench: 'pass', what, unit, rounds };
}
