import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { PUBLISHED_PATHS } from './published-paths';

const ROOT = join(__dirname, '../..');

/** As the package is built: a library of ours does nothing when it is loaded. */
const unusedStaysOut: Plugin = {
  name: 'unused-stays-out',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^(?:\.|@droptrack\/)/ }, async ({ path, pluginData, ...given }) => {
      if (pluginData === 'asked' || given.kind === 'entry-point') return undefined;
      return { ...(await resolve(path, { ...given, pluginData: 'asked' })), sideEffects: false };
    });
  },
};

// A change of what is in the package and not in the list would never be released.
it('the published paths hold every source that is in the package, and no path that is not', async () => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['libs/sdk/src/index.ts'],
    tsconfig: 'libs/sdk/tsconfig.json',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    bundle: true,
    write: false,
    metafile: true,
    plugins: [unusedStaysOut],
    outdir: 'dist',
  });
  const bundled = Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && !file.startsWith('node_modules/'))
    .map(([file]) => file);
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--', ...PUBLISHED_PATHS], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\n');

  expect(bundled.filter((file) => !listed.includes(file))).toEqual([]);
  const included = PUBLISHED_PATHS.filter((path) => !path.startsWith(':'));
  expect(included.filter((path) => !bundled.some((file) => file.startsWith(`${path}/`)))).toEqual([]);
});
