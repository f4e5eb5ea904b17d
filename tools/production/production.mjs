// npm run build:production: writes dist/production/droptrack-<version>.tar.gz, an installation that needs only Node and a
// PostgreSQL. Its programs load only files that it contains, of the versions in package-lock.json.
//
// One commit gives one sequence of bytes: entries are sorted, and have the time of the commit. SOURCE_DATE_EPOCH replaces
// that time where there is no repository, as in a container, and DROPTRACK_COMMIT names the commit there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildService } from '../build/service.mjs';
import { root } from '../build/run.mjs';
import { copyInstallation, PROGRAMS } from './install.mjs';
import { assertLocked, readJson } from './locked.mjs';
import { tracePackages } from './trace.mjs';

const { version } = readJson('package.json');
const output = join(root, 'dist/production');
const name = `droptrack-${version}`;
const archive = `${name}.tar.gz`;

buildService();
const traced = await tracePackages(PROGRAMS.map((program) => join(root, `dist/apps/${program}/main.js`)));
assertLocked(traced);

rmSync(output, { recursive: true, force: true });
mkdirSync(join(output, name), { recursive: true });
copyInstallation(join(output, name), traced, commit());
chmodSync(join(output, name, 'bin/droptrack'), 0o755);
pack();
console.log(`dist/production/${archive}  ${megabytes()} MB  sha256 ${sha256()}`);

/** Rights and owners do not depend on the account that builds. */
function pack() {
  const sameBytes = ['--sort=name', `--mtime=@${commitSeconds()}`, '--owner=0', '--group=0', '--numeric-owner'];
  const rights = '--mode=u=rwX,go=rX';
  const gzip = '--use-compress-program=gzip -9n';
  run('tar', [...sameBytes, '--format=ustar', rights, gzip, '-cf', join(output, archive), '-C', output, name]);
}

function commitSeconds() {
  return process.env.SOURCE_DATE_EPOCH || run('git', ['log', '-1', '--format=%ct']).trim();
}

/** Commit with `-dirty` if files differ from it; without git, the variable. */
function commit() {
  const args = ['describe', '--always', '--abbrev=40', '--dirty', '--exclude=*'];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : (process.env.DROPTRACK_COMMIT ?? '');
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return stdout;
  console.error(`${command} failed: ${(stderr || error?.message || '').trim()}`);
  process.exit(1);
}

function megabytes() {
  return (readFileSync(join(output, archive)).length / 1e6).toFixed(1);
}

function sha256() {
  return createHash('sha256')
    .update(readFileSync(join(output, archive)))
    .digest('hex');
}
