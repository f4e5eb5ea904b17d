import { DROP_ID_LENGTH_MAX, DROP_ID_PATTERN, SEARCH_LENGTH, WALLET_LENGTH_MAX } from '@droptrack/contracts';
import { hasDigitsOfKey, isKeyFor } from '@droptrack/eligibility';
import { secretReason } from '@droptrack/eligibility/secrets';
import { type Droptrack, DroptrackError } from '@droptrack/sdk';
import { hasWalletLike } from '../../parts/wallet-like';
import { namesWallet } from '../wallet-in-address';
import { CHECK_PROBLEMS, type CheckProblem } from './check-problems';
import { SECRET_PROBLEMS } from './secret-problems';
import { claimChoicesOf, type ClaimChoices, secretChoice } from './claim-choices';
import { findDropId, type KnownDrops } from './known-drops';

/** Fields of the form as they were sent, without surrounding whitespace. */
export interface CheckFields {
  readonly wallet: string;
  readonly drop: string;
  /** Null for a form that asks for no claim call. */
  readonly choices: ClaimChoices | null;
}

/** A check that can be sent to the API. */
export interface CheckRequest {
  readonly wallet: string;
  /** Null for all drops that can have a list. */
  readonly dropId: string | null;
  /** Choices of the claim whose call is shown; null if none is. */
  readonly choices: ClaimChoices | null;
}

/** Fields of a posted form. */
export const fieldsOf = (form: URLSearchParams): CheckFields => ({
  wallet: (form.get('wallet') ?? '').trim(),
  drop: (form.get('drop') ?? '').trim(),
  choices: claimChoicesOf(form),
});

/** Fields that the address of the page preselects: the drop only, because an address is stored in many places. */
export const preselectedOf = (query: URLSearchParams): CheckFields => ({
  wallet: '',
  drop: hasWallet(query) ? '' : (query.get('drop') ?? '').trim(),
  choices: null,
});

/** True for an address with a wallet, in its own parameter or in any other. */
export const hasWallet = (query: URLSearchParams): boolean => query.has('wallet') || namesWallet({ params: {}, query });

/** The check of a form; a problem if the form shows that there is none. The API checks the rest. */
export async function checkOf(
  client: Droptrack,
  fields: CheckFields,
  known: KnownDrops,
): Promise<CheckRequest | CheckProblem> {
  const { wallet, drop, choices } = fields;
  const secret =
    (choices === null ? null : secretChoice(choices)) ??
    secretReason(drop) ??
    (hasDigitsOfKey(wallet) ? null : secretReason(wallet));
  if (secret !== null) return SECRET_PROBLEMS[secret];
  if (wallet === '') return CHECK_PROBLEMS.noWallet;
  if (wallet.length > WALLET_LENGTH_MAX) return CHECK_PROBLEMS.longWallet;
  if (NAME.test(wallet)) return CHECK_PROBLEMS.walletName;
  if (drop === '') return { wallet, dropId: null, choices: null };
  // The id of a drop becomes part of an address of the API, which a wallet must never be.
  if (hasWalletLike(drop)) return CHECK_PROBLEMS.walletAsDrop;
  const dropId = findDropId(known.drops, drop) ?? (await searchedId(client, drop)) ?? idOf(drop);
  if (dropId === null) return CHECK_PROBLEMS.unknownDrop;
  if (hasDigitsOfKey(wallet) && (await isKey(client, wallet, dropId))) return SECRET_PROBLEMS.hash_or_key;
  return { wallet, dropId, choices };
}

/** True for the digits of a key if the drop accepts no wallets of this form: the API must not receive them. */
const isKey = async (client: Droptrack, wallet: string, dropId: string): Promise<boolean> =>
  isKeyFor(wallet, (await client.drops.explain(dropId)).wallets);

/** A name of a name service: `name.eth`, `name.sol`. */
const NAME = /^[^\s/]+\.[\p{L}]{2,}$/u;

/**
 * A text that may be the name of a drop, and is no path. A search text becomes part of an address of the API, so no text is searched for
 * that may contain a wallet, a key or a recovery phrase, which has at least 12 words.
 */
const NAME_LIKE = /^(?!.*(?:0x|[0-9a-z]{24}))[^\s/?#]+(?: [^\s/?#]+){0,5}$/iu;

/** Id of a drop by id or name, by a search of the API. Undefined if it finds none; an error counts as such. */
async function searchedId(client: Droptrack, text: string): Promise<string | undefined> {
  if (text.length > SEARCH_LENGTH.max || !NAME_LIKE.test(text)) return undefined;
  try {
    return findDropId((await client.drops.list({ q: text })).data, text);
  } catch (error) {
    if (error instanceof DroptrackError) return undefined;
    throw error;
  }
}

/** The text as an id, which also finds archived drops; null if it cannot be one. */
function idOf(text: string): string | null {
  const lower = text.toLowerCase();
  return lower.length <= DROP_ID_LENGTH_MAX && DROP_ID_PATTERN.test(lower) ? lower : null;
}
