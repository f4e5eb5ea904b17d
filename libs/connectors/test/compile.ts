import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import solc from 'solc';
import type { Abi, Hex } from 'viem';

export interface CompiledContract {
  readonly abi: Abi;
  /** What a transaction without a receiver creates it with. */
  readonly bytecode: Hex;
}

/** Oldest common rules of chains: what is compiled for them runs on all. */
const EVM_VERSION = 'paris';

/**
 * Compiles a file of Solidity that imports nothing, and gives the contract that is called as the file is.
 *
 * @throws with the compiler's words where it finds fault, warnings included.
 */
export function compileContract(path: string): CompiledContract {
  const file = basename(path);
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(path, 'utf8') } },
    settings: { evmVersion: EVM_VERSION, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
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
