import { DatabaseRejectedError, DatabaseUnavailableError, type DeliveryOutcome } from '@droptrack/persistence';
import { OutcomeWriter, type OutcomeWriterDeps } from './outcome-writer';
import { delivered, leased, loggerInto, NO_METRICS, REPORT } from './testing';

const outcomes = ['1', '2', '3'].map((id) => delivered(leased({ id })));

/** A writer over a queue whose transactions the test decides. */
function writerOver(record: (outcomes: readonly DeliveryOutcome[]) => void) {
  const lines: string[] = [];
  const queue: OutcomeWriterDeps['queue'] = {
    record: async (given) => {
      record(given);
      return REPORT;
    },
    release: async () => undefined,
  };
  const clock = { now: Date.now, monotonicMs: () => performance.now(), mayWork: () => true };
  const context = { clock, random: () => 0, failures: { failed: () => undefined }, logger: loggerInto(lines) };
  return { writer: new OutcomeWriter({ context, queue, metrics: NO_METRICS }), lines };
}

describe('OutcomeWriter', () => {
  it('keeps outcomes in order while the database is away', async () => {
    let isAway = true;
    const stored: DeliveryOutcome[] = [];
    const { writer } = writerOver((given) => {
      if (isAway) throw new DatabaseUnavailableError('away');
      stored.push(...given);
    });
    const recorded = outcomes.map((outcome) => writer.record(outcome));
    await expect(writer.stop()).rejects.toThrow(DatabaseUnavailableError);
    expect(stored).toEqual([]);
    isAway = false;
    await writer.stop();
    await Promise.all(recorded);
    expect(stored).toEqual(outcomes);
  });

  // Otherwise one response that the database rejects would be tried forever, and all other outcomes with it.
  it('records the other outcomes when one is rejected, and that one without the text of its receiver', async () => {
    const stored: DeliveryOutcome[] = [];
    const { writer, lines } = writerOver((given) => {
      if (given.some(({ response }) => response !== null)) throw new DatabaseRejectedError('22021', 'rejected');
      stored.push(...given);
    });
    const bad = { ...delivered(leased({ id: 'bad' })), response: Uint8Array.of(0) };
    const recorded = [...outcomes, bad].map((outcome) => writer.record(outcome));
    await writer.stop();
    await Promise.all(recorded);
    expect(stored.map(({ delivery }) => delivery.id)).toEqual(['1', '2', '3', 'bad']);
    expect(lines.map((line) => (JSON.parse(line) as { delivery: string }).delivery)).toEqual(['bad']);
  });
});
