import type { ListBody, ListKind } from '@droptrack/catalogue';
import { formatTokenAmount } from '@droptrack/eligibility';
import { DatabaseUnavailableError, ListDropError, ListVersionError } from '@droptrack/persistence';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';
import { count } from '../output/count';

/** What a list comes to, in words: `3 wallets, 12.5 tokens in all`. */
export function figuresOf({
  kind,
  wallets,
  total,
  decimals,
}: Pick<ListBody, 'wallets' | 'total' | 'decimals'> & { readonly kind: ListKind }): string {
  if (kind === 'exclusion') return count(wallets, 'wallet');
  const sum = decimals === null ? `${total} base units` : `${formatTokenAmount(BigInt(total), decimals)} tokens`;
  return `${count(wallets, 'wallet')}, ${sum} in all`;
}

/** What a version says of itself to a program. */
export const presentVersion = ({ version, wallets, total }: Pick<ListBody, 'version' | 'wallets' | 'total'>) => ({
  version,
  wallets,
  total,
});

/** @throws {CliError} where there is no such drop or version, or no space left; else what it was given. */
export function rethrowListError(error: unknown): never {
  if (error instanceof ListDropError) throw new CliError(`drop_${error.reason}`, error.message);
  if (error instanceof ListVersionError) throw new CliError(`list_${error.reason}`, error.message);
  if (isDiskFull(error)) {
    throw new CliError('disk_full', 'The database has no space left; nothing was changed', {
      hint: 'A list of a million wallets needs some 300 MB while it is loaded, and half of that from then on.',
    });
  }
  throw error;
}

/** SQLSTATE 53100. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError && (error.cause as { code?: unknown } | undefined)?.code === '53100';

/** @throws {CliError} */
export function assertUrl(url: string): void {
  const isWeb = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  if (!isWeb || url.length > 2_048) {
    throw new CliError(INVALID_ARGUMENT, '--url must be the http or https address where the list was published');
  }
}

/** @throws {CliError} */
export function parseRoot(text: string): string {
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase();
  throw new CliError(INVALID_ARGUMENT, '--expect-root must be 0x and 64 hex digits');
}
