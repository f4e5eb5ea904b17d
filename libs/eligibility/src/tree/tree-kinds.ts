import type { ProofFormat } from '@droptrack/contracts';
import { ABI } from './kinds/abi';
import { COSMWASM } from './kinds/cosmwasm';
import { ENS } from './kinds/ens';
import { JITO } from './kinds/jito';
import { OPENZEPPELIN } from './kinds/openzeppelin';
import { PACKED } from './kinds/packed';
import { SOLANA_KECCAK } from './kinds/solana-keccak';
import { UNISWAP } from './kinds/uniswap';
import type { TreeKind } from './tree-kind';

/**
 * Kinds by format. They are part of the SDK, so none imports a hash function that is large: such functions are optional
 * members of `Hash`, and callers that need them pass them.
 */
const KINDS: Readonly<Record<ProofFormat, TreeKind>> = {
  uniswap: UNISWAP,
  ens: ENS,
  openzeppelin: OPENZEPPELIN,
  jito: JITO,
  abi: ABI,
  packed: PACKED,
  solana_keccak: SOLANA_KECCAK,
  cosmwasm: COSMWASM,
};

/** Kind of tree by format. */
export const treeKind = (format: ProofFormat): TreeKind => KINDS[format];
