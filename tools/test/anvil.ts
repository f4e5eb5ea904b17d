import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { missingPackages, requireFrom } from './packages';

export interface AnvilOptions {
  /** Time of the first block, seconds since the epoch; now by default. */
  readonly genesisSeconds?: number;
  /** Number of funded accounts, whose transactions need no signature; 10 by default. */
  readonly accounts?: number;
  /** Further arguments, such as `--chain-id`, `1`. */
  readonly args?: readonly string[];
}

/** A real Ethereum node with a chain of its own, on a free port of loopback. */
export interface Anvil {
  readonly url: string;
  /** Kills the process and waits for its exit. */
  close(): Promise<void>;
}

/** Folder of the packages of the test chain. */
const TOOLSET = 'tools/chain';
const START_MS_MAX = 60_000;

/** Reason why a test chain cannot run here; null if it can. */
export function anvilMissing(): string | null {
  return missingPackages(TOOLSET) ?? (anvilBinary() === null ? noBinary() : null);
}

/**
 * Starts anvil without automatic mining, so that tests choose the content and the time of each block (`evm_mine`,
 * `anvil_mine`).
 *
 * It ends with {@link Anvil.close}, or with this process.
 */
export async function startAnvil({ genesisSeconds, accounts, args = [] }: AnvilOptions = {}): Promise<Anvil> {
  const binary = anvilBinary();
  if (binary === null) throw new Error(noBinary());
  const node = spawn(
    binary,
    [
      ...['--host', '127.0.0.1', '--port', '0', '--no-mining', '--color', 'never'],
      ...(genesisSeconds === undefined ? [] : ['--timestamp', String(genesisSeconds)]),
      ...(accounts === undefined ? [] : ['--accounts', String(accounts)]),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const endWithUs = () => void node.kill('SIGKILL');
  process.once('exit', endWithUs);
  const close = async () => {
    process.off('exit', endWithUs);
    await end(node);
  };
  try {
    return { url: await listening(node), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Calls a method of a node, and throws its error. */
export async function rpc<Result>(url: string, method: string, ...params: readonly unknown[]): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Path of the binary in the package of this platform; null if the package is not installed. */
function anvilBinary(): string | null {
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    const binary = join(requireFrom(TOOLSET).resolve(`${packageName()}/package.json`), '..', 'bin', file);
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

const noBinary = (): string =>
  `${packageName()} is not installed: npm --prefix ${TOOLSET} install --no-save ${packageName()}`;

function packageName(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  return `@foundry-rs/anvil-${process.platform}-${arch}`;
}

/** URL of the node, once it listens. */
async function listening(node: ChildProcess): Promise<string> {
  let said = '';
  node.stderr!.on('data', (chunk) => (said += String(chunk)));
  node.once('error', (error) => (said += error.message));
  const timer = setTimeout(() => node.kill('SIGKILL'), START_MS_MAX);
  try {
    for await (const line of createInterface({ input: node.stdout! })) {
      const [, address] = /^Listening on (\S+)/.exec(line) ?? [];
      if (address !== undefined) return `http://${address}`;
    }
  } finally {
    clearTimeout(timer);
    // Later output is not read, and must not fill the pipe.
    node.stdout!.resume();
  }
  throw new Error(`anvil ended before it listened: ${said}`);
}

async function end(node: ChildProcess): Promise<void> {
  if (node.pid === undefined || node.exitCode !== null || node.signalCode !== null) return;
  const ended = once(node, 'exit');
  node.kill('SIGKILL');
  await ended;
}
