import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { kilobytes } from '../sdk/board/words';

/** What a tarball would hold. */
interface Packed {
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly size: number;
}

/** Builds the package and lists what would be published, for people. Asks no registry. */
export function presentFiles(root: string): string {
  const nx = createRequire(join(root, 'package.json')).resolve('nx/bin/nx.js');
  execFileSync(process.execPath, [nx, 'build', 'sdk'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const args = ['pack', join(root, 'dist/libs/sdk'), '--dry-run', '--json', '--ignore-scripts'];
  const said = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [packed] = JSON.parse(said) as [Packed];
  const rows = packed.files.map(({ path, size }) => `  ${path.padEnd(16)} ${kilobytes(size).padStart(9)}`);
  return [`Files (${kilobytes(packed.size)} packed)`, ...rows].join('\n');
}
