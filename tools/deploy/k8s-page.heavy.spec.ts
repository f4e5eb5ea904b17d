import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { skipBecause } from '../test/debian-programs';
import { startEmptyCluster } from './cluster';
import { parseManifests } from './k8s-manifests';
import { blockWith } from './page';

const ROOT = join(__dirname, '../..');

/** Prints what it is called with; an `apply` is executed up to the point where it would change something. */
const KUBECTL = `#!/bin/sh
case $1 in
  apply) exec "$KUBECTL" --server="$CLUSTER" "$@" --dry-run=client --validate=false ;;
  *) echo "$*" ;;
esac
`;

const describeWithKubectl =
  spawnSync('kubectl', ['version', '--client']).status === 0 ? describe : skipBecause('kubectl is missing');

describeWithKubectl('the lines of the page for Kubernetes', () => {
  const clone = mkdtempSync(join(tmpdir(), 'droptrack-k8s-'));
  const manifests = parseManifests(
    execFileSync('kubectl', ['kustomize', join(ROOT, 'deploy/k8s/overlays/example')], { encoding: 'utf8' }),
  );
  let cluster: Awaited<ReturnType<typeof startEmptyCluster>>;
  beforeAll(async () => {
    cpSync(join(ROOT, 'deploy'), join(clone, 'deploy'), { recursive: true });
    cpSync(join(ROOT, 'deploy/k8s/overlays/example'), join(clone, 'deploy/k8s/overlays/production'), {
      recursive: true,
    });
    writeFileSync(join(clone, 'kubectl'), KUBECTL, { mode: 0o755 });
    cluster = await startEmptyCluster(manifests);
  });
  afterAll(() => {
    cluster.stop();
    rmSync(clone, { recursive: true });
  });

  const run = async (lines: string): Promise<string[]> => {
    const env = {
      PATH: `${clone}:${process.env['PATH']}`,
      HOME: clone,
      KUBECTL: execFileSync('which', ['kubectl'], { encoding: 'utf8' }).trim(),
      CLUSTER: cluster.url,
    };
    const { stdout } = await promisify(execFile)('sh', ['-ec', lines], { cwd: clone, env });
    return stdout.trim().split('\n');
  };

  it('start everything', async () => {
    const lines = await run(blockWith('kubectl apply --filename'));
    expect(lines[0]).toBe('namespace/droptrack created (dry run)');
    expect(lines[1]).toContain('create secret generic droptrack-credentials');
    expect(lines.slice(2).filter((line) => line.includes('created (dry run)'))).toHaveLength(manifests.length);
  });

  it('upgrade in the order migrations, worker, API, explorer, each once the one before runs', async () => {
    const lines = await run(blockWith("apply 'notin"));
    const programs = lines.filter((line) => /^(job|deployment)|wait|rollout|delete/.test(line));
    expect(programs).toEqual([
      '--namespace droptrack delete job droptrack-migrate --ignore-not-found',
      'job.batch/droptrack-migrate created (dry run)',
      '--namespace droptrack wait --for=condition=complete --timeout=10m job/droptrack-migrate',
      ...['worker', 'api', 'explorer'].flatMap((name) => [
        `deployment.apps/droptrack-${name} created (dry run)`,
        `--namespace droptrack rollout status deployment/droptrack-${name}`,
      ]),
    ]);
    expect(lines.filter((line) => line.includes('created (dry run)'))).toHaveLength(manifests.length);
  });
});
