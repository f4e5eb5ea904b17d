import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Abi, Hex } from 'viem';
import { requireFrom } from './packages';

/** Part of the compiler's interface that is used. */
interface Compiler {
  compile(input: string): string;
}

export interface CompiledContract {
  readonly abi: Abi;
  /** Creation code. */
  readonly bytecode: Hex;
}

/** Oldest common EVM version, which all chains support. */
const EVM_VERSION = 'paris';

/** Token that any account mints, for tests of every library. */
export const TOKEN_FILE = join(__dirname, 'contracts', 'Token.sol');

/**
 * Compiles a Solidity file without imports, and returns the contract with the name of the file.
 *
 * @throws with the messages of the compiler for errors and warnings.
 */
export function compileContract(path: string): CompiledContract {
  const file = basename(path);
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(path, 'utf8') } },
    settings: { evmVersion: EVM_VERSION, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
  const solc = requireFrom('tools/chain')('solc') as Compiler;
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
  const faults = output.errors ?? [];
  if (faults.length > 0) throw new Error(faults.map((fault) => fault.formattedMessage).join('\n'));
  const { abi, evm } = output.contracts[file]![basename(path, '.sol')]!;
  return { abi, bytecode: `0x${evm.bytecode.object}` };
}

interface CompilerOutput {
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}
