// node tools/build/programs.mjs [--out-dir <directory>] [program …]: bundles programs of the service into dist/apps.
//
// Without names, builds all for `droptrack`: the database client if it is outdated, then the command line, which can then create a
// database while the others are built. Prints the name of each program that is ready.
import { rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { unusedStaysOut } from '../../libs/sdk/build/unused-stays-out.mjs';
import { decorated } from './decorated.mjs';
import { root } from './run.mjs';

const require = createRequire(import.meta.url);
/** The bundler beneath tsup. Alone it takes a quarter of the time of the first start (docs/decisions/0083). */
const esbuild = createRequire(require.resolve('tsup'))('esbuild');

/** Packages that are bundled, as they are published as ES modules only, or as two copies of one state. */
const BUNDLED = {
  cli: [/^hyparquet/],
  api: [/^d3-/],
  worker: [],
  explorer: [/^d3-/, /^preact/],
};
const PROGRAMS = Object.keys(BUNDLED);
const PACKAGES = Object.keys(require(join(root, 'package.json')).dependencies);

function programOptions(name, outdir) {
  return {
    absWorkingDir: root,
    entryPoints: { main: `apps/${name}/src/main.ts` },
    outdir,
    tsconfig: `apps/${name}/tsconfig.json`,
    bundle: true,
    format: 'cjs',
    target: 'node20',
    platform: 'node',
    sourcemap: true,
    // Names of classes are in logs.
    keepNames: true,
    external: PACKAGES.filter((name_) => !BUNDLED[name].some((pattern) => pattern.test(name_))),
    plugins: name === 'api' ? [decorated] : [],
    logLevel: 'warning',
  };
}

/** Files that browsers load. The server adds a hash of the content to their names. */
function assetOptions(outdir) {
  return {
    absWorkingDir: root,
    entryPoints: {
      'assets/copy': 'apps/explorer/src/islands/copy.ts',
      'assets/crosshair': 'apps/explorer/src/islands/crosshair.ts',
      'assets/verify-proof': 'apps/explorer/src/islands/verify-proof.ts',
      'assets/site': 'apps/explorer/src/style/site.css',
      'assets/hype-validity': 'docs/studies/hype-validity.svg',
    },
    outdir,
    tsconfig: 'apps/explorer/src/islands/tsconfig.json',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    minify: true,
    loader: { '.svg': 'copy' },
    plugins: [unusedStaysOut],
    logLevel: 'warning',
  };
}

async function buildProgram(name, parent) {
  const outdir = join(parent, name);
  // The directory itself stays: a running explorer reads its assets from there until they are replaced.
  const assets = name === 'explorer' ? [esbuild.build(assetOptions(outdir))] : [];
  await Promise.all([esbuild.build(programOptions(name, outdir)), ...assets]);
  process.stdout.write(`${name}\n`);
}

/** Milliseconds since the epoch; 0 if the file does not exist. */
const changedAtMs = (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Generates the database client unless it is newer than what it is generated from. */
async function generateClient() {
  const inputs = ['prisma/schema.prisma', 'tools/db/generate.mjs', 'package-lock.json'];
  const client = 'libs/persistence/src/generated';
  if (changedAtMs(`${client}/client.ts`) > Math.max(...inputs.map(changedAtMs))) return;
  // Otherwise files of models that the schema no longer has would stay.
  rmSync(join(root, client), { recursive: true, force: true });
  await import('../db/generate.mjs');
  if (process.exitCode) process.exit();
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'out-dir': { type: 'string' } } });
const parent = resolve(root, values['out-dir'] ?? 'dist/apps');
try {
  if (positionals.length === 0) {
    await generateClient();
    const [first, ...others] = PROGRAMS;
    await buildProgram(first, parent);
    await Promise.all(others.map((name) => buildProgram(name, parent)));
  } else {
    await Promise.all(positionals.map((name) => buildProgram(name, parent)));
  }
} catch (error) {
  // Faults of the sources are printed already.
  if (error.errors === undefined) console.error(error);
  process.exitCode = 1;
}
