import { DROP_ID_LENGTH_MAX, DROP_ID_PATTERN, WALLET_LENGTH_MAX } from '@droptrack/contracts';
import type { KnownDrops } from './known-drops';
import { CHECK_PROBLEMS, type CheckProblem } from './check-problems';

/** Fields of the form as they were sent, without surrounding whitespace. */
export interface CheckFields {
  readonly wallet: string;
  readonly drop: string;
}

/** A check that can be sent to the API. */
export interface CheckRequest {
  readonly wallet: string;
  /** Null for all drops that can have a list. */
  readonly dropId: string | null;
}

/** Fields of a posted form. */
export const fieldsOf = (form: URLSearchParams): CheckFields => ({
  wallet: (form.get('wallet') ?? '').trim(),
  drop: (form.get('drop') ?? '').trim(),
});

/** Fields that the address of the page preselects: the drop only, because an address is stored in many places. */
export const preselectedOf = (query: URLSearchParams): CheckFields => ({
  wallet: '',
  drop: hasWallet(query) ? '' : (query.get('drop') ?? '').trim(),
});

/** True for an address with a wallet, in its own parameter or in that of the drop. */
export const hasWallet = (query: URLSearchParams): boolean =>
  query.has('wallet') || WALLET_LIKE.test((query.get('drop') ?? '').trim());

/** The check of a form; a problem if the form shows without a request that there is none. The API checks the rest. */
export function checkOf(fields: CheckFields, known: KnownDrops): CheckRequest | CheckProblem {
  const { wallet, drop } = fields;
  if (wallet === '') return CHECK_PROBLEMS.noWallet;
  if (wallet.length > WALLET_LENGTH_MAX) return CHECK_PROBLEMS.longWallet;
  if (NAME.test(wallet)) return CHECK_PROBLEMS.walletName;
  if (drop === '') return { wallet, dropId: null };
  // The id of a drop becomes part of an address of the API, which a wallet must never be.
  if (WALLET_LIKE.test(drop)) return CHECK_PROBLEMS.walletAsDrop;
  const dropId = dropIdOf(drop, known);
  return dropId === null ? CHECK_PROBLEMS.unknownDrop : { wallet, dropId };
}

/** A name of a name service: `name.eth`, `name.sol`. */
const NAME = /^[^\s/]+\.[\p{L}]{2,}$/u;
/** All texts that a careless paste can put into the wrong field, cut off or not. */
const WALLET_LIKE = /^(?:0x[0-9a-f]*|[0-9a-f]{32,}|[1-9a-z]{32,})$/i;

/** Id of a drop by id or name, ignoring case; null for a text that can be neither. */
function dropIdOf(text: string, { drops }: KnownDrops): string | null {
  const lower = text.toLowerCase();
  const found = drops.find(({ id, name }) => id === lower || name.toLowerCase() === lower);
  if (found !== undefined) return found.id;
  return lower.length <= DROP_ID_LENGTH_MAX && DROP_ID_PATTERN.test(lower) ? lower : null;
}
