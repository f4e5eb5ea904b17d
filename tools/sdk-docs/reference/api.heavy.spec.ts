import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../sources/program';

const run = promisify(execFile);

describe('the API reference of the SDK', () => {
  it('is up to date with the sources', async () => {
    await expect(
      run(process.execPath, ['tools/sdk-docs/sdk-api.mjs', '--check'], { cwd: ROOT }),
    ).resolves.toBeDefined();
  });
});
