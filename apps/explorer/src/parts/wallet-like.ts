/** A word that can be a wallet, whole or cut off: with `0x`, of many letters and digits, or in the form of bech32. */
const WALLET_LIKE = /^(?:0x[0-9a-f]{4,}|[0-9a-z]{32,}|[a-z][0-9a-z]{0,19}1[02-9ac-hj-np-z]{16,})$/i;

/** True for a text with a word that can be a wallet. */
export const hasWalletLike = (text: string): boolean =>
  text.split(/[^0-9a-z]+/i).some((word) => WALLET_LIKE.test(word));
