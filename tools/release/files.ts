import { execFileSync } from 'node:child_process';
import { kilobytes } from '../sdk/package/pack';
import { buildPackage } from './tarball';

/** What a tarball would hold. */
interface Packed {
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly size: number;
}

/** Builds the package and lists what would be published, for people. Asks no registry. */
export async function presentFiles(root: string): Promise<string> {
  const args = ['pack', await buildPackage(root), '--dry-run', '--json', '--ignore-scripts'];
  const said = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [packed] = JSON.parse(said) as [Packed];
  const rows = packed.files.map(({ path, size }) => `  ${path.padEnd(16)} ${kilobytes(size).padStart(9)}`);
  return [`Files (${kilobytes(packed.size)} packed)`, ...rows].join('\n');
}
