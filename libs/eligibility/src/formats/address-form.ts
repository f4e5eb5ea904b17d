const ADDRESS =
  /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}|[a-z][a-z0-9]{0,19}1[02-9ac-hj-np-z]{38,58}|[A-Z][A-Z0-9]{0,19}1[02-9AC-HJ-NP-Z]{38,58})$/;
const STARKNET = /^0x[0-9a-fA-F]{56,64}$/;

/** Hex digits below 2^251: few hashes of other chains are. */
const BELOW_2_251 = /^0x(?:0?[0-7][0-9a-fA-F]{62}|[0-9a-fA-F]{56,62})$/;
const HASH = /^0x[0-9a-fA-F]{64}$/;
/** Hex digits, or a name of a name service. */
const WALLET = /^0x|^[^\s/]+\.(?:eth|sol|stark)$/i;

/**
 * True for a text in the form of an address, valid or not: hex digits of an EVM or Starknet address, base58 of a Solana address,
 * or bech32 of a Cosmos address.
 */
export const isAddressLike = (value: unknown): boolean =>
  typeof value === 'string' && (ADDRESS.test(value) || BELOW_2_251.test(value));

/** True for a text that stands for a wallet, also for one that is misspelt or a name, as `vitalik.eth`; not for a hash. */
export const isWalletLike = (value: unknown): boolean =>
  isAddressLike(value) || (typeof value === 'string' && WALLET.test(value) && !HASH.test(value));

/** True for the name of a member with hashes. */
export const isProofName = (name: unknown): boolean => typeof name === 'string' && /proof/i.test(name);

/** True for the name of a member in the form of an address of any family. */
export const isAddressName = (name: unknown): boolean =>
  typeof name === 'string' && (ADDRESS.test(name) || STARKNET.test(name));
