import { parseUrl } from '@droptrack/resilience';
import type { ListBody, ListKind } from '@droptrack/catalogue';
import type { ListGap, ProofFormat } from '@droptrack/contracts';
import { formatTokenAmount, isStarknetFormat } from '@droptrack/eligibility';
import { DatabaseUnavailableError, ListDropError, ListRejectedError, ListVersionError } from '@droptrack/persistence';
import { CliError, INVALID_ARGUMENT } from '../../output/cli-error';
import { count } from '../../output/format';

/** Totals of a list as text: `3 wallets, 12.5 tokens in total`. */
export function figuresOf({
  kind,
  wallets,
  total,
  decimals,
  tokens,
}: Pick<ListBody, 'wallets' | 'total' | 'decimals' | 'tokens'> & { readonly kind: ListKind }): string {
  if (kind === 'exclusion') return count(wallets, 'wallet');
  if (tokens !== undefined)
    return `${count(wallets, 'wallet')}, ${count(tokens.length, 'token')} with totals of their own`;
  const sum = decimals === null ? `${total} base units` : `${formatTokenAmount(BigInt(total), decimals)} tokens`;
  return `${count(wallets, 'wallet')}, ${sum} in total`;
}

/** Consequence of active lists that are not all of a drop's, as text. */
export const gapNote = (dropId: string, { message }: ListGap): string =>
  `${dropId}: ${message} Checks answer a wallet in none of the lists with pending or unknown, never with a no.`;

/** A version of a list in `--json`. */
export const presentVersion = ({ version, wallets, total }: Pick<ListBody, 'version' | 'wallets' | 'total'>) => ({
  version,
  wallets,
  total,
});

/** @throws {CliError} for an unknown drop or version, and for a full disk; any other error as it is. */
export function rethrowListError(error: unknown): never {
  if (error instanceof ListDropError) throw new CliError(`drop_${error.reason}`, error.message);
  if (error instanceof ListVersionError) throw new CliError(`list_${error.reason}`, error.message);
  if (isDiskFull(error)) {
    throw new CliError('disk_full', 'The disk of the database is full; nothing was changed', {
      hint: 'A list of a million wallets needs about 300 MB while it is loaded, and half of that afterwards.',
    });
  }
  throw error;
}

/** SQLSTATE 53100. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError && (error.cause as { code?: unknown } | undefined)?.code === '53100';

/** @throws {CliError} */
export function assertUrl(url: string): void {
  const isWeb = ['http:', 'https:'].includes(parseUrl(url)?.protocol ?? '');
  if (!isWeb || url.length > 2_048) {
    throw new CliError(INVALID_ARGUMENT, '--url must be the http or https URL at which the list was published');
  }
}

const NAME = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Name of a list as given by the caller; empty without one, which means the unnamed list.
 *
 * @throws {CliError}
 */
export function parseListName(name: string | null): string {
  if (name === null || NAME.test(name)) return name ?? '';
  const message = '--name must consist of up to 64 lower-case letters, digits and single hyphens, such as season-2';
  throw new CliError(INVALID_ARGUMENT, message);
}

/**
 * Parses a root. Programs of Starknet omit its leading zeros.
 *
 * @throws {CliError}
 */
export function parseRoot(text: string, tree: ProofFormat | 'none' | null): string {
  const isPaddable = tree !== null && tree !== 'none' && isStarknetFormat(tree) && /^0x[0-9a-fA-F]{1,63}$/.test(text);
  const root = isPaddable ? `0x${text.slice(2).padStart(64, '0')}` : text;
  if (/^0x[0-9a-fA-F]{64}$/.test(root)) return root.toLowerCase();
  throw new CliError(INVALID_ARGUMENT, '--expect-root must be 0x and 64 hex digits');
}

/**
 * Root that the tree of a list must have.
 *
 * @param stated - by the options or the files; null if neither states one.
 * @param published - by the catalogue, in lower case.
 * @throws {ListRejectedError} if the two differ.
 */
export function expectedRoot(stated: string | null, published: string | null): string | null {
  if (stated === null || published === null || stated.toLowerCase() === published) return stated ?? published;
  const message = `its root is ${stated}, and claim.root of the catalogue ${published}`;
  throw new ListRejectedError([{ line: null, message }], 1);
}
