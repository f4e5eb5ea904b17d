import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const MODULE = join(ROOT, 'tools/production/deploy-files.mjs');
/** Files that an operator who builds in a clone has beside those of the repository. */
const OWN = [
  '.env',
  'secrets/database_url',
  'k8s/overlays/production/kustomization.yaml',
  'database-url',
  'backups/a.tar',
];

/** The files that an installation gets, as the build lists them. */
function shippedFrom(root: string): string[] {
  const script = 'import(process.argv[1]).then((m) => console.log(JSON.stringify(m.deployFiles(process.argv[2]))))';
  return JSON.parse(execFileSync(process.execPath, ['-e', script, MODULE, root], { encoding: 'utf8' })) as string[];
}

describe('files of deploy/ in an installation', () => {
  const clone = mkdtempSync(join(tmpdir(), 'droptrack-deploy-'));
  const tracked = execFileSync('git', ['ls-files', 'deploy'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .sort();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, stdio: 'ignore' });
  beforeAll(() => {
    for (const file of tracked) cpSync(join(ROOT, file), join(clone, file));
    for (const file of OWN) {
      mkdirSync(dirname(join(clone, 'deploy', file)), { recursive: true });
      writeFileSync(join(clone, 'deploy', file), 'secret');
    }
  });
  afterAll(() => rmSync(clone, { recursive: true }));

  // A tarball with the password of a database would be published with it.
  it('are those of the repository, in a container without git too', () => {
    expect(tracked.length).toBeGreaterThan(30);
    expect(shippedFrom(clone)).toEqual(tracked);
  });

  it('are those of the repository, in a clone', () => {
    git('init', '--quiet');
    git('add', '--force', ...tracked);
    expect(shippedFrom(clone)).toEqual(tracked);
    // Without its index, git would name the others as well.
    expect(execFileSync('git', ['status', '--short'], { cwd: clone, encoding: 'utf8' })).toContain('?? deploy/.env');
  });
});
