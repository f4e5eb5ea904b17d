import { tmpdir } from 'node:os';
import { mustRunNode, runCommand } from './command';

describe('runCommand', () => {
  const cwd = tmpdir();

  it('returns exit code and output', async () => {
    const script = "console.log('out'); console.error('err'); process.exitCode = 3";
    expect(await runCommand(process.execPath, ['-e', script], { cwd })).toEqual({
      code: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    });
  });

  // "took too long" left open how long, and so whether the program hangs or the machine is busy.
  it('states the limit after which a program was ended', async () => {
    const hanging = mustRunNode(['-e', 'setInterval(() => undefined, 1000)'], { cwd, timeoutMs: 300 });
    await expect(hanging).rejects.toThrow('was ended after 0.3 s');
  });
});
