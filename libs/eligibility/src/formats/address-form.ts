const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;

/** True for a text in the form of an address, valid or not: hex digits of an EVM address, or base58 of a Solana address. */
export const isAddressLike = (value: unknown): boolean => typeof value === 'string' && ADDRESS.test(value);
