import type { Abi, Hex } from 'viem';
import { requireFrom } from '../../../tools/test/packages';
import type { Artifact } from './transactions';

/** Output of a compiler as packages publish it: creation code as a text, or as a part of an object. */
interface PublishedArtifact {
  readonly abi: Abi;
  readonly bytecode: string | { readonly object: string };
}

/** Contract in a package of the test chain, by the path of its file. */
export function publishedContract(file: string): Artifact {
  const { abi, bytecode } = requireFrom('tools/chain')(file) as PublishedArtifact;
  const code = typeof bytecode === 'string' ? bytecode : bytecode.object;
  return { abi, bytecode: `0x${code.replace(/^0x/, '')}` as Hex };
}
