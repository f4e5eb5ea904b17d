import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Counts the tokens of a text. */
export interface TokenCounter {
  /** Name of the encoding, or of the estimate. */
  readonly name: string;
  count(text: string): number;
}

/** Fewer characters than a token of English text or JSON has. */
const CHARACTERS_PER_TOKEN = 3.5;
const INSTALL_MS_MAX = 60_000;

/** Encoding of current models, from a package that is installed for the run; an upper bound without a registry. */
export async function createTokenCounter(): Promise<TokenCounter> {
  const folder = await mkdtemp(join(tmpdir(), 'droptrack-tokens-'));
  try {
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, 'js-tiktoken@1.0.21'];
    await promisify(execFile)('npm', args, { timeout: INSTALL_MS_MAX });
    const { getEncoding } = createRequire(join(folder, 'index.js'))('js-tiktoken') as {
      getEncoding(name: string): { encode(text: string): unknown[] };
    };
    const encoding = getEncoding('o200k_base');
    return { name: 'o200k_base', count: (text) => encoding.encode(text).length };
  } catch {
    return { name: 'upper bound', count: (text) => Math.ceil(text.length / CHARACTERS_PER_TOKEN) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
