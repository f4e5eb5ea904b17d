import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { skipBecause } from '../test/debian-programs';
import { installPackages } from '../test/install-packages';
import { type Manifest, parseManifests } from './k8s-manifests';
import { violationsOf } from './k8s-relations';

const OVERLAYS = ['base', 'overlays/example'];

const packages = installPackages('kubernetes-models@4.4.0', '@kubernetes-models/validate@4.0.0');
const isInstalled = spawnSync('kubectl', ['version', '--client']).status === 0;
const describeManifests =
  packages === null
    ? skipBecause('the schemas are not installed')
    : isInstalled
      ? describe
      : skipBecause('kubectl is missing');

/** Module with the kinds of an API group: `kubernetes-models/apps/v1`. */
const moduleOf = ({ apiVersion }: Manifest): string => `kubernetes-models/${apiVersion}`;

/** Validates an object against the schema of its kind. @throws {Error} naming the invalid members. */
function validate(manifest: Manifest): void {
  const load = createRequire(join(packages!.folder, 'package.json'));
  const models = load(moduleOf(manifest)) as Record<string, new (data: Manifest) => { validate(): void }>;
  new models[manifest.kind]!(manifest).validate();
}

/** Members that the kinds do not have, as the compiler reports them: the schemas admit any member. */
function unknownMembersOf(manifests: readonly Manifest[]): string {
  const lines = manifests.map((manifest) => {
    const { kind } = manifest;
    const members = JSON.stringify({ ...manifest, apiVersion: undefined, kind: undefined });
    return `import { ${kind} } from '${moduleOf(manifest)}';\nnew ${kind}(${members});`;
  });
  lines.forEach((line, index) => writeFileSync(join(packages!.folder, `manifest-${index}.ts`), line));
  const files = lines.map((_, index) => `manifest-${index}.ts`);
  const options = ['--noEmit', '--skipLibCheck', '--strict', '--module', 'commonjs'];
  const tsc = require.resolve('typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...files], {
    cwd: packages!.folder,
    encoding: 'utf8',
  });
  return stdout;
}

describeManifests('the output of kustomize', () => {
  afterAll(() => packages?.remove());

  const render = (overlay: string): Manifest[] =>
    parseManifests(
      execFileSync('kubectl', ['kustomize', join(__dirname, '../../deploy/k8s', overlay)], { encoding: 'utf8' }),
    );

  it.each(OVERLAYS)('%s is valid by the schemas of Kubernetes', (overlay) => {
    const manifests = render(overlay);
    expect(manifests.length).toBeGreaterThan(10);
    for (const manifest of manifests) expect(() => validate(manifest)).not.toThrow();
  });

  it.each(OVERLAYS)('%s has no member that Kubernetes does not know', (overlay) => {
    expect(unknownMembersOf(render(overlay))).toBe('');
  });

  it('is rejected with a wrong type, and with a misspelt member', () => {
    const deployment = render('base').find(({ kind }) => kind === 'Deployment')!;
    const changed = (change: object) => ({ ...deployment, spec: { ...deployment.spec, ...change } }) as Manifest;
    expect(() => validate(changed({ replicas: 'two' }))).toThrow('replicas');
    expect(unknownMembersOf([changed({ strategy: { rollingUpdates: {} } })])).toContain('rollingUpdates');
  });

  it.each(OVERLAYS)('%s agrees with itself, and with the profile restricted', (overlay) => {
    expect(violationsOf(render(overlay))).toEqual([]);
  });

  it('names the image of the overlay, and takes settings from it', () => {
    const text = JSON.stringify(render('overlays/example'));
    expect(text).toContain('"image":"registry.example.com/droptrack:0.1.0"');
    expect(text).not.toContain('"image":"droptrack"');
    expect(text).toMatch(/"configMapRef":\{"name":"droptrack-settings-[a-z0-9]+"\}/);
  });
});
