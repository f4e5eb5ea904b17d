import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../src/session/process-watch';
import { Operator, until } from './service';

/** Ends of programs that leave no PostgreSQL behind: all except SIGKILL. */
describe('an embedded PostgreSQL', () => {
  let home = '';
  let operator: Operator;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'droptrack ends '));
    chmodSync(home, 0o755);
    operator = new Operator(home);
  });
  afterAll(() => {
    operator.kill();
    rmSync(home, { recursive: true, force: true });
  });

  const postmaster = (): number | null => {
    try {
      return Number.parseInt(readFileSync(join(home, 'postgres/data/postmaster.pid'), 'utf8'), 10);
    } catch {
      return null;
    }
  };

  // For example `droptrack up | true`, or `… | head -1` at the next line.
  it('stops with a service whose standard output has no reader', async () => {
    const { process: service, ended } = operator.start(['up', '--port', '0']);
    service.stdout.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/Stopping …\nStopped\.\n$/) });
    expect(await operator.leftovers()).toEqual([]);
  });

  // A closed terminal: SIGHUP, and every write fails.
  it('stops with a service after its terminal was closed', async () => {
    const { process: service, ended } = await operator.up();
    service.stdout!.destroy();
    service.stderr!.destroy();
    service.kill('SIGHUP');
    expect(await ended).toMatchObject({ code: 0 });
    expect(await operator.leftovers()).toEqual([]);
  });

  it('stops with a service whose npm is killed', async () => {
    const { process: npm, words } = operator.start(['up', '--port', '0'], 'npm');
    await until(() => words.stdout.includes('Press Ctrl-C to stop.'));
    const server = postmaster()!;
    npm.kill('SIGKILL');
    await until(() => !isAlive(server));
    await until(async () => (await operator.leftovers()).length === 0);
  });

  it('stops with a command whose output has no reader', async () => {
    const { process: command, ended } = operator.start(['keys', 'list', '--all']);
    command.stdout.destroy();
    expect(await ended).toMatchObject({ code: 0 });
    expect(await operator.leftovers()).toEqual([]);
  });

  it.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)('stops with a command on %s', async (signal) => {
    const { process: command, ended, words } = operator.start(['keys', 'list']);
    await until(() => words.stderr.includes('using its PostgreSQL') && postmaster() !== null);
    command.kill(signal);
    // The command may have completed before.
    expect([0, 1]).toContain((await ended).code);
    expect(await operator.leftovers()).toEqual([]);
  });
});
