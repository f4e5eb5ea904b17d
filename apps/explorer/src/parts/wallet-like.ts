/** A word that can be a wallet, whole or cut off: with `0x`, of many letters and digits, or in the form of bech32 or of base58 with a checksum. */
const WALLET_LIKE =
  /^(?:0x[0-9a-f]{4,}|[0-9a-z]{32,}|[a-z][0-9a-z]{0,19}1[02-9ac-hj-np-z]{16,}|[13][1-9a-hj-np-z]{25,})$/i;
/** A user-friendly address of TON, which can contain hyphens: base64 with an upper-case letter. */
const TON_LIKE = /(?<![\w-])(?=\S{0,47}[A-Z])[EUk0][A-Za-z0-9+/_-]{47}(?![\w-])/;

/** True for a text with a word that can be a wallet. */
export const hasWalletLike = (text: string): boolean =>
  TON_LIKE.test(text) || text.split(/[^0-9a-z]+/i).some((word) => WALLET_LIKE.test(word));
