import type { Droptrack } from '@droptrack/sdk';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordedOutput } from '../../testing/recorded-output';
import { pullSnapshot } from './pull';

/** Client of a service whose list has so many rows; `onEnd` is called before its end. */
function clientOf(rows: number, onEnd: () => void = () => undefined): Pick<Droptrack, 'snapshots' | 'drops'> {
  const lines = async function* () {
    for (let n = 1; n <= rows; n += 1) {
      const row = { wallet: `0x${n}`, amount: '7' };
      yield { row, text: JSON.stringify(row) };
    }
    onEnd();
  };
  const head = () => Promise.resolve({ asOf: '2026-08-22T10:00:00.000Z', version: 3 });
  return { snapshots: { allocations: () => ({ head, lines }) } } as never;
}

describe('snapshots pull', () => {
  let directory = '';
  beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'droptrack-pull-'))));
  afterEach(() => rmSync(directory, { recursive: true }));
  const files = () => readdirSync(directory).sort();
  const pull = (client: ReturnType<typeof clientOf>, signal: AbortSignal, bytesMax?: number) => {
    const none = { list: null, asOf: null, from: null, to: null, csv: false, parquet: false };
    const args = { what: 'allocations' as const, dropId: 'linea', out: 'out', ...none };
    const deps = {
      client,
      output: recordedOutput().output,
      signal,
      cwd: directory,
      ...(bytesMax !== undefined && { bytesMax }),
    };
    return pullSnapshot(args, deps).catch((error: unknown) => error);
  };

  // A few megabytes of a compressed response can expand to terabytes.
  it('discards a snapshot that is larger than any list', async () => {
    const error = await pull(clientOf(20_000), new AbortController().signal, 100_000);
    expect(error).toMatchObject({
      code: 'snapshot_too_large',
      message: 'The snapshot has more than 100 kB, and was discarded: no list is that large',
    });
    expect(files()).toEqual([]);
  });

  // The rows of a large list are read back for minutes.
  it('can be stopped while the rows are read back, and keeps them, also when it is stopped again at its start', async () => {
    const stop = new AbortController();
    const error = await pull(
      clientOf(1_000, () => stop.abort()),
      stop.signal,
    );
    expect(error).toMatchObject({ code: 'interrupted', hint: expect.stringContaining('rows are kept') as string });
    expect(files()).toEqual(['out.part', 'out.part.json']);
    expect(await pull(clientOf(0), AbortSignal.abort())).toMatchObject({ code: 'interrupted' });
    expect(files()).toEqual(['out.part', 'out.part.json']);
  });
});
