import { spawnSync } from 'node:child_process';

/** Programs of Debian that a test needs. */
export interface DebianPrograms {
  readonly packages: readonly string[];
  /** Commands that succeed if they are installed. */
  readonly probes: readonly (readonly [program: string, ...args: string[]])[];
}

/** `describe` for tests that need programs of Debian: installs them if it may, and else skips the tests with a message. */
export function describeWithDebian({ packages, probes }: DebianPrograms): jest.Describe {
  const isInstalled = () => probes.every(([program, ...args]) => spawnSync(program, args).status === 0);
  if (isInstalled()) return describe;
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 100_000 };
  if (process.getuid?.() === 0) spawnSync('apt-get', install, options);
  if (isInstalled()) return describe;
  return skipBecause(`apt-get ${install.join(' ')} is needed and did not succeed`);
}

/** `describe` that skips its tests and prints the reason. */
export const skipBecause = (reason: string): jest.Describe =>
  Object.assign((name: string) => {
    process.stderr.write(`skipped, ${reason}: ${name}\n`);
    describe.skip(name, () => it(`does not run, as ${reason}`, () => undefined));
  }, describe.skip) as unknown as jest.Describe;
