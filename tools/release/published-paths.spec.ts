import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

/** Files with bytes in the package, by their path from the root. */
async function bundledFiles(): Promise<string[]> {
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
  return Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file);
}

describe('what is in the package', () => {
  let bundled: string[] = [];
  beforeAll(async () => {
    bundled = await bundledFiles();
  });

  // A change of what is in the package and not in the list would never be released.
  it('is in the published paths, all of it, and no path is there for nothing', () => {
    const own = bundled.filter((file) => !file.startsWith('node_modules/'));
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--', ...PUBLISHED_PATHS], {
      cwd: ROOT,
      encoding: 'utf8',
    }).split('\n');
    expect(own.filter((file) => !listed.includes(file))).toEqual([]);
    const included = PUBLISHED_PATHS.filter((path) => !path.startsWith(':'));
    expect(included.filter((path) => !own.some((file) => file.startsWith(`${path}/`)))).toEqual([]);
  });

  // Their licenses ask for it, and nobody would remember it with the next one.
  it('is named in the notices with its license, where it is not ours', () => {
    const packages = new Set(bundled.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []));
    const words = (file: string) => readFileSync(join(ROOT, file), 'utf8').replace(/\s+/g, ' ').trim();
    const notices = words('libs/sdk/NOTICES.md');
    expect(packages.size).toBeGreaterThan(0);
    for (const name of packages) expect(notices).toContain(`## ${name} ${words(`node_modules/${name}/LICENSE`)}`);
  });
});
