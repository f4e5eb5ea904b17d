/** A word that can be a wallet, whole or cut off. */
const WALLET_LIKE = /^(?:0x[0-9a-f]{4,}|[0-9a-z]{32,})$/i;

/** True for a text with a word that can be a wallet. */
export const hasWalletLike = (text: string): boolean =>
  text.split(/[^0-9a-z]+/i).some((word) => WALLET_LIKE.test(word));
