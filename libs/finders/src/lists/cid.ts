/**
 * Forms of a content id: version 0 (base58 of a SHA-256 multihash), and version 1 in base32, base36, base58 or base16 with
 * the prefix of its base. Source: github.com/multiformats/cid and its table of bases.
 */
const FORMS: readonly RegExp[] = [
  /^Qm[1-9A-HJ-NP-Za-km-z]{44}$/,
  /^b[a-z2-7]{50,110}$/,
  /^k[a-z0-9]{50,110}$/,
  /^z[1-9A-HJ-NP-Za-km-z]{44,110}$/,
  /^f[0-9a-f]{64,140}$/,
];

/**
 * True for a text of the form of a content id in IPFS. It is then safe as a segment of a URL. The hash in it is not checked:
 * the list is compared with the root of its contract.
 */
export const isCid = (text: string): boolean => FORMS.some((form) => form.test(text));
