import { cleanName } from '@droptrack/discovery';
import { type DateText, parseDate } from './dates';
import { parseUsd, USD } from './usd';

/** A title of an event or the question of a market, of one of the three forms that concern drops. */
export type Title =
  /** `aboveUsd` is null for the title of a ladder, such as "Nexus FDV above ___ one day after launch?". */
  | { readonly kind: 'fdv'; readonly name: string; readonly aboveUsd: number | null }
  /** `by` is null for the title of several dates, such as "Will Nexus launch a token by ___?". */
  | { readonly kind: 'airdrop' | 'launch'; readonly name: string; readonly by: DateText | null };

const LENGTH_MAX = 300;
const NAME = '(?<name>\\S(?:.{0,58}?\\S)?)';
const BLANK = '(?:_+|\\.{2,}|…)';

const FDV = new RegExp(
  `^${NAME} (?:market cap \\(FDV\\)|FDV)(?: (?:above |> ?)(?:${BLANK}|(?<usd>${USD})))? one day after launch ?\\??$`,
  'i',
);
const AIRDROP = new RegExp(`^(?:Will )?${NAME}(?: perform an)? airdrop ?(?<when>.{1,40}?) ?\\??$`, 'i');
const LAUNCH = new RegExp(`^Will ${NAME} launch a token (?<when>.{1,40}?) ?\\??$`, 'i');
const OPEN_DATE = new RegExp(`^by ?${BLANK}$`, 'i');

/**
 * Parses a title. A title that does not match a form entirely is not parsed, as a wrong name or bound is worse than none.
 *
 * @returns null for any other title.
 */
export function parseTitle(text: string): Title | null {
  const title = text.length > LENGTH_MAX ? null : cleanName(text, LENGTH_MAX);
  return title === null
    ? null
    : (parseFdv(title) ?? parseDated('airdrop', AIRDROP, title) ?? parseDated('launch', LAUNCH, title));
}

function parseFdv(title: string): Title | null {
  const groups = FDV.exec(title)?.groups;
  const name = projectName(groups?.['name']);
  const usd = groups?.['usd'];
  const aboveUsd = usd === undefined ? null : parseUsd(usd);
  if (name === null || (usd !== undefined && aboveUsd === null)) return null;
  return { kind: 'fdv', name, aboveUsd };
}

function parseDated(kind: 'airdrop' | 'launch', form: RegExp, title: string): Title | null {
  const groups = form.exec(title)?.groups;
  const name = projectName(groups?.['name']);
  const when = groups?.['when'];
  if (name === null || when === undefined) return null;
  if (OPEN_DATE.test(when)) return { kind, name, by: null };
  const by = /^(?:by|in|before) /i.test(when) ? parseDate(when) : null;
  return by === null ? null : { kind, name, by };
}

/** Begins like no name of a project, or joins several. A domain such as "any.do" or "render.or" is one name. */
const NOT_ONE_PROJECT =
  /^(?:a|an|any|another|each|every|no|what|when|which|who|will)\b(?!\.\w)|(?<![.\w])(?:or|vs)\b|[$?,]/i;
/** Words of a sentence, in the case in which no name has them: "Blast announce an" is left of "Blast announce an airdrop". */
const OF_A_SENTENCE = / (?:an?|and|announce|be|confirm|do|first|have|its|launch|new|not|perform|second|to|will)(?: |$)/;

/** Name without "official token", and without the `$` of a ticker before it; null for a text that names no single project. */
function projectName(text: string | undefined): string | null {
  const name = cleanName((text ?? '').replace(/^\$(?=[\p{L}\p{N}])/u, '').replace(/ (?:official )?token$/i, ''));
  return name === null || !/[\p{L}\p{N}]/u.test(name) || NOT_ONE_PROJECT.test(name) || OF_A_SENTENCE.test(name)
    ? null
    : name;
}

/** True if two names differ in case and punctuation only. */
export const isSameName = (a: string, b: string): boolean => plain(a) === plain(b);

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
