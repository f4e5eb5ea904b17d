const ADDRESS =
  /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}|[a-z][a-z0-9]{0,19}1[02-9ac-hj-np-z]{38,58}|[A-Z][A-Z0-9]{0,19}1[02-9AC-HJ-NP-Z]{38,58})$/;
const STARKNET = /^0x[0-9a-fA-F]{56,64}$/;

/**
 * True for a text in the form of an address, valid or not: hex digits of an EVM address, base58 of a Solana address, or bech32
 * of a Cosmos address. Starknet addresses have the form of hashes.
 */
export const isAddressLike = (value: unknown): boolean => typeof value === 'string' && ADDRESS.test(value);

/** True for the name of a member in the form of an address of any family. */
export const isAddressName = (name: unknown): boolean =>
  typeof name === 'string' && (ADDRESS.test(name) || STARKNET.test(name));
