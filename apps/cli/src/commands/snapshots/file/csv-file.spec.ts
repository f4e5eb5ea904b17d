import { readdirSync, readlinkSync } from 'node:fs';
import { CsvFile } from './csv-file';

/** Targets of the descriptors of this process; one that has been closed meanwhile has none. */
const openPaths = (): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });

describe('CSV file', () => {
  // Node 26 ends a process whose garbage collection finds an open file.
  it('is closed if its header cannot be written', async () => {
    const columns = [{ name: 'wallet', type: 'text' as const, valueOf: () => 'x' }];
    await expect(CsvFile.create('/dev/full', columns)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(openPaths()).not.toContain('/dev/full');
  });
});
