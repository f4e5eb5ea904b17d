import { spawnSync } from 'node:child_process';
import { ReleaseError } from './release-error';

const NAME = '@droptrack/sdk';

/** npm's registry, or another one, asked by npm, which knows who we are. */
export class Registry {
  readonly #to: readonly string[];

  /** @param url - null: where npm publishes to. */
  constructor(url: string | null) {
    this.#to = url === null ? [] : ['--registry', url];
  }

  /** @throws {ReleaseError} when it does not say. */
  has(version: string): boolean {
    const args = ['view', `${NAME}@${version}`, 'version', '--json', '--prefer-online', ...this.#to];
    const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
    // Of a package that it knows, another version is silence.
    if (status === 0) return stdout.trim() !== '';
    if (/\bE404\b/.test(stdout + stderr)) return false;
    throw new ReleaseError(`The registry does not say whether it has ${NAME} ${version}:\n${stderr}`);
  }

  /** @throws {ReleaseError} */
  publish(tarball: string): void {
    const { status } = spawnSync('npm', ['publish', tarball, '--access', 'public', '--ignore-scripts', ...this.#to], {
      stdio: 'inherit',
    });
    if (status === 0) return;
    throw new ReleaseError('The package was not published; run the same command again once the cause is mended');
  }
}
