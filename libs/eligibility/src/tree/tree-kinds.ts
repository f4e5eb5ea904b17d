import type { ProofFormat } from '@droptrack/contracts';
import { ABI } from './kinds/abi';
import { COSMWASM } from './kinds/cosmwasm';
import { ENS } from './kinds/ens';
import { JITO } from './kinds/jito';
import { OPENZEPPELIN } from './kinds/openzeppelin';
import { PACKED } from './kinds/packed';
import { SOLANA_KECCAK } from './kinds/solana-keccak';
import { STARKNET_KINDS, type StarknetFormat } from './kinds/starknet';
import { UNISWAP } from './kinds/uniswap';
import type { TreeKind } from './tree-kind';

/** Kinds by format, for which `PORTABLE_HASH` is enough. */
const PORTABLE_KINDS: Readonly<Record<Exclude<ProofFormat, StarknetFormat>, TreeKind>> = {
  uniswap: UNISWAP,
  ens: ENS,
  openzeppelin: OPENZEPPELIN,
  jito: JITO,
  abi: ABI,
  packed: PACKED,
  solana_keccak: SOLANA_KECCAK,
  cosmwasm: COSMWASM,
};

/** True for the format of a tree that is hashed with the functions of Starknet (`Hash.starknet`). */
export const isStarknetFormat = (format: ProofFormat): format is StarknetFormat =>
  format === 'ekubo' || /^starknet_/.test(format);

/**
 * Kind of tree by format; undefined for formats of Starknet and for unknown ones. It is apart from {@link treeKind} so that
 * programs that verify no proofs of Starknet do not include their kinds.
 */
export const portableKind = (format: ProofFormat): TreeKind | undefined =>
  isStarknetFormat(format) ? undefined : PORTABLE_KINDS[format];

/** Kind of tree by format. */
export const treeKind = (format: ProofFormat): TreeKind =>
  isStarknetFormat(format) ? STARKNET_KINDS[format] : PORTABLE_KINDS[format];
