import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Places below `deploy` with files of the repository; others have secrets and settings of the machine that builds. */
const PLACES =
  /^(caddy|grafana|ha|haproxy|k8s\/base|k8s\/overlays\/example|nginx|systemd)\/|^(\.env\.example|Dockerfile|README\.md|dashboard\.json|(alerts|alerts\.test|prometheus|prometheus\.compose|prometheus\.k8s)\.yml|compose\.yaml)$/;

/**
 * Lists the files of `deploy` that the repository has; without git, as in a container, those in its places.
 *
 * @param {string} root of the repository.
 * @returns {string[]} paths from the root, sorted.
 */
export function deployFiles(root) {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z', 'deploy'], { cwd: root, encoding: 'utf8' });
  const tracked = status === 0 ? stdout.split('\0').filter(Boolean) : [];
  if (tracked.length > 0) return tracked.sort();
  return readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(join(root, 'deploy/').length))
    .filter((path) => PLACES.test(path))
    .map((path) => `deploy/${path}`)
    .sort();
}
