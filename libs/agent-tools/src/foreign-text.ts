import { isOnDomain } from '@droptrack/catalogue';
import type { OfficialDomain } from '@droptrack/contracts';
import { cleanName } from '@droptrack/discovery';

/** Maximum length of a text that others wrote, in characters. */
const TEXT_LENGTH_MAX = 120;
/** Maximum length of a reason, in characters: a sentence of this service can contain a name. */
export const REASON_LENGTH_MAX = 240;

/**
 * A text that others wrote, as data: without control, bidirectional and zero-width characters, on one line, and cut. Every
 * name, symbol, title, note and reason passes it before an agent reads it.
 *
 * @param lengthMax - in characters; 120 by default.
 * @returns null if nothing is left.
 */
export const foreignText = (text: string, lengthMax = TEXT_LENGTH_MAX): string | null => cleanName(text, lengthMax);

/** {@link foreignText} of a name or title, which every drop and event has. */
export const foreignName = (text: string): string => foreignText(text) ?? 'unnamed';

/** {@link foreignText} in quotation marks, which it cannot end. */
export const quoted = (text: string, lengthMax = TEXT_LENGTH_MAX): string =>
  `"${(foreignText(text, lengthMax) ?? '').replaceAll('"', "'")}"`;

/** Longest address that is passed on, in characters. */
const URL_LENGTH_MAX = 300;

/** An address that others wrote, if it is plain HTTPS on an official domain of the drop; null for any other address. */
export const ownLink = (url: string | null, domains: readonly OfficialDomain[]): string | null =>
  url !== null && isOnDomain(url, domains) ? pageLink(url) : null;

/** A page that an editor of the catalogue cites as evidence; null unless it is a plain HTTPS address of usual length. */
export function pageLink(url: string | null): string | null {
  const href = httpsUrl(url)?.href ?? null;
  return href !== null && href.length <= URL_LENGTH_MAX ? href : null;
}

function httpsUrl(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.port === '';
  return isPlain ? url : null;
}
