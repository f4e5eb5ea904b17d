import { spawnSync } from 'node:child_process';

/** Programs of Debian that a test needs. */
interface DebianPrograms {
  readonly packages: readonly string[];
  /** Commands that succeed if they are installed. */
  readonly probes: readonly (readonly [program: string, ...args: string[]])[];
}

/** Commands that install packages, as root or by a `sudo` that asks for no password. */
const APT = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];

function aptGet(...args: readonly string[]): void {
  const [program = '', ...rest] = [...APT, ...args];
  spawnSync(program, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 100_000 });
}

/**
 * `describe` for tests that need programs of Debian: installs them if it may. Without them it skips the tests with a message; in CI
 * they fail, since a run that leaves them out proves less than its counts say.
 */
export function describeWithDebian({ packages, probes }: DebianPrograms): jest.Describe {
  const isInstalled = () => probes.every(([program, ...args]) => spawnSync(program, args).status === 0);
  if (isInstalled()) return describe;
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  aptGet('update', '-qq');
  aptGet(...install);
  if (isInstalled()) return describe;
  return withoutPrograms(`apt-get ${install.join(' ')} is needed and did not succeed`);
}

/** `describe` for tests whose programs Debian has and this machine has not: see {@link describeWithDebian}. */
export const withoutPrograms = (reason: string): jest.Describe =>
  process.env.CI ? failBecause(reason) : skipBecause(reason);

/** `describe` that replaces its tests by one that fails with the reason. */
const failBecause = (reason: string): jest.Describe =>
  Object.assign((name: string) => {
    describe(name, () => {
      it('has the programs that it needs', () => {
        throw new Error(reason);
      });
    });
  }, describe) as unknown as jest.Describe;

/** `describe` that skips its tests and prints the reason. */
export const skipBecause = (reason: string): jest.Describe =>
  Object.assign((name: string) => {
    process.stderr.write(`skipped, ${reason}: ${name}\n`);
    describe.skip(name, () => it(`does not run, as ${reason}`, () => undefined));
  }, describe.skip) as unknown as jest.Describe;
