import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
/** Files that a build leaves: history, settings and cache of npm. */
const LEFT_BEHIND = ['.git', '.npmrc', '.npm', '_cacache', '_logs'];

/** Texts that name this machine: its paths, its name, and the registry and tokens of its npm. */
export function marksOfThisMachine(): string[] {
  const home = homedir();
  const npmrc = join(home, '.npmrc');
  const tokens = existsSync(npmrc) ? [...readFileSync(npmrc, 'utf8').matchAll(/_auth\w*=(.+)/g)] : [];
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();
  return [
    ROOT,
    // The Dockerfile names the settings of npm in the home of root.
    `${home}/.npm/`,
    // The guide for operators names the home of root.
    ...(home === '/root' ? [] : [home]),
    ...(hostname().length < 8 ? [] : [hostname()]),
    ...tokens.map(([, token = '']) => token),
    ...(registry.includes('registry.npmjs.org') ? [] : [new URL(registry).host]),
  ];
}

/** Files below directories that contain one of the texts. @throws {Error} if a file cannot be read. */
export function filesWith(marks: readonly string[], directories: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync(
    'grep',
    ['-rlF', '--devices=skip', ...marks.flatMap((mark) => ['-e', mark]), '--', ...directories],
    { encoding: 'utf8', maxBuffer: 1e8 },
  );
  if (status === null || status > 1) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}

/** Files below directories that a build leaves behind, by their names. */
export function leftBehind(directories: readonly string[]): string[] {
  const names = LEFT_BEHIND.flatMap((name) => ['-o', '-name', name]).slice(1);
  const { stdout } = spawnSync('find', [...directories, ...names], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean);
}
