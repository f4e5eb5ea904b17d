/**
 * Content ids: version 0 (base58, a SHA-256), and version 1 in lower-case base32 or base36, or in base58. Only the alphabet
 * and the length are checked, as the list itself is checked against the root.
 */
const FORMS = [
  /^Qm[1-9A-HJ-NP-Za-km-z]{44}$/,
  /^b[a-z2-7]{50,100}$/,
  /^k[0-9a-z]{40,100}$/,
  /^z[1-9A-HJ-NP-Za-km-z]{40,100}$/,
];

/** Content id of a text of a stranger, without a leading `ipfs://`; null for any other text. */
export function ipfsCid(text: string): string | null {
  const id = text
    .slice(0, 200)
    .trim()
    .replace(/^ipfs:\/\//, '');
  return FORMS.some((form) => form.test(id)) ? id : null;
}
