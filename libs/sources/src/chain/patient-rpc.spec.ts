import { SourceError, type SourceErrorKind } from '../source-error';
import { patientRpc } from './patient-rpc';

/** A node that fails in these ways before it responds. */
function patient(failures: readonly SourceError[], signal = new AbortController().signal) {
  const [left, waits]: [SourceError[], number[]] = [[...failures], []];
  const rpc = patientRpc(
    async () => {
      const failure = left.shift();
      if (failure !== undefined) throw failure;
      return 'response';
    },
    { signal, sleep: async () => undefined, random: () => 1, onWait: (_, waitMs) => waits.push(waitMs) },
  );
  return { rpc, waits };
}
const failure = (kind: SourceErrorKind, retryAfterMs: number | null = null) =>
  new SourceError(kind, kind, retryAfterMs);

describe('patientRpc', () => {
  it('sends a call again after waits that double, or that the node asked for', async () => {
    const { rpc, waits } = patient([
      failure('rate_limited'),
      failure('network'),
      failure('down', 7_000),
      failure('timeout'),
    ]);
    await expect(rpc('eth_call', [])).resolves.toBe('response');
    expect(waits).toEqual([1_000, 2_000, 7_000, 8_000]);
  });

  it('gives up after eight attempts', async () => {
    const { rpc, waits } = patient(Array.from({ length: 8 }, () => failure('rate_limited')));
    await expect(rpc('eth_call', [])).rejects.toMatchObject({ kind: 'rate_limited' });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
  });

  it.each<[string, SourceError, string]>([
    ['an error that stays', failure('status'), 'eth_call'],
    ['a query of logs that takes too long, as fewer blocks help', failure('timeout'), 'eth_getLogs'],
    ['a pause of more than a minute', failure('rate_limited', 60_001), 'eth_call'],
  ])('does not repeat %s', async (_, error, method) => {
    const { rpc, waits } = patient([error]);
    await expect(rpc(method, [])).rejects.toBe(error);
    expect(waits).toEqual([]);
  });

  it('ends with the failure once it is interrupted', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(patient([failure('network')], stop.signal).rpc('eth_call', [])).rejects.toMatchObject({
      kind: 'network',
    });
  });
});
