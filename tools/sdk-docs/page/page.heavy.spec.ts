import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../sources/program';

const run = promisify(execFile);

describe('the page of everything that is exported', () => {
  // A page that is not written anew tells of a package that nobody has.
  it('is what the sources say', async () => {
    await expect(
      run(process.execPath, ['tools/sdk-docs/sdk-api.mjs', '--check'], { cwd: ROOT }),
    ).resolves.toBeDefined();
  });
});
