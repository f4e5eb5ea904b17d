import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { runBuilder } from './builder';

/** What the bundler puts into the package. */
export interface PublishedCode {
  /** Of ours, from the root. */
  readonly files: readonly string[];
  /** Of others: where each is installed, as the lock file has it, such as `node_modules/@noble/hashes`. */
  readonly packages: readonly string[];
}

const PACKAGE = /^.*?(?<place>node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/**
 * Builds the package's code aside and asks the bundler whose bytes are in it.
 *
 * @param root - of the repository.
 */
export async function publishedCode(root: string): Promise<PublishedCode> {
  const scratch = mkdtempSync(join(tmpdir(), 'droptrack-bundle-'));
  try {
    // Code only, and nothing written to where the package is.
    const aside = ['--metafile', '--out-dir', scratch, '--no-dts', '--no-clean', '--onSuccess', 'node --eval 0'];
    await runBuilder(root, aside);
    const metafiles = ['metafile-esm.json', 'metafile-cjs.json'];
    const inputs = metafiles.flatMap((name) =>
      withBytes(JSON.parse(readFileSync(join(scratch, name), 'utf8')) as Metafile),
    );
    return {
      files: sorted(inputs.filter((file) => !PACKAGE.test(file))),
      packages: sorted(inputs.flatMap((file) => PACKAGE.exec(file)?.groups?.['place'] ?? [])),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const withBytes = ({ outputs }: Metafile): string[] =>
  Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file);

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();
