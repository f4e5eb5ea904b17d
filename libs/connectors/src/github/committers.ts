import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Instants of the last commits, milliseconds since the epoch, by a hash of the committer. */
export type Committers = ReadonlyMap<string, number>;

/** Account of a commit, if GitHub can match it; `{}` for some commits without an e-mail address. */
const account = z.object({ login: z.string().optional(), type: z.string().optional() }).nullish();

/** Used members of a commit of `GET /repos/{owner}/{repo}/commits`. */
export const commitShape = z.object({
  commit: z.object({
    author: z.object({ name: z.string().nullish(), email: z.string().nullish() }).nullish(),
    committer: z.object({ date: z.iso.datetime({ offset: true }).nullish() }).nullish(),
  }),
  author: account,
});
export type Commit = z.infer<typeof commitShape>;

/** Accepted clock error: commits with a later date are ignored as forged. */
const CLOCK_ERROR_MS = 3_600_000;
/** E-mail address that GitHub issues to users who hide theirs: `login@`, with or without the number of the account. */
const hiddenAddress = /^(?:\d+\+)?([^@+]+)@users\.noreply\.github\.com$/;

/**
 * Last commit of each committer, without bots.
 *
 * The committer is the author of the change, because the `committer` of a commit that was merged on the website is GitHub.
 * The date is the committer's, which `since` uses too: after a rebase the author's date can be months old.
 */
export function committersOf(commits: readonly Commit[], nowMs: number): Committers {
  const lastMs = new Map<string, number>();
  for (const each of commits) {
    const committer = committerOf(each);
    const atMs = Date.parse(each.commit.committer?.date ?? '');
    if (committer === null || !(atMs <= nowMs + CLOCK_ERROR_MS)) continue;
    lastMs.set(committer, Math.max(atMs, lastMs.get(committer) ?? atMs));
  }
  return lastMs;
}

/** Number of distinct committers of several repositories with a commit after an instant. */
export function countCommitters(repositories: readonly Committers[], afterMs: number): number {
  const counted = new Set<string>();
  for (const committers of repositories) {
    for (const [committer, lastMs] of committers) if (lastMs > afterMs) counted.add(committer);
  }
  return counted.size;
}

/**
 * Hash that identifies the author of a commit; null for bots and for commits without an author.
 *
 * It is computed from the login of the account, else from the login in an e-mail address issued by GitHub, else from the
 * e-mail address, else from the name. It is a hash because it is stored, and is only compared.
 */
export function committerOf({ author, commit }: Commit): string | null {
  const email = commit.author?.email?.trim().toLowerCase() ?? '';
  const name = commit.author?.name?.trim().toLowerCase() ?? '';
  const login = author?.login?.toLowerCase() ?? hiddenAddress.exec(email)?.[1] ?? null;
  if (login !== null) return author?.type === 'Bot' || isBotLogin(login) ? null : hashed(`login:${login}`);
  if (isBotAuthor(name, email)) return null;
  if (email !== '') return hashed(`email:${email}`);
  return name === '' ? null : hashed(`name:${name}`);
}

/** 66 bits, enough to distinguish some thousand committers in little space. */
const hashed = (identity: string): string => createHash('sha256').update(identity).digest('base64url').slice(0, 11);

/** Names of bots in commits that do not contain the word "bot". In lower case. */
const BOT_NAMES: ReadonlySet<string> = new Set([
  'allcontributors',
  'dependabot',
  'dependabot-preview',
  'depfu',
  'github actions',
  'github-actions',
  'greenkeeper',
  'imgbot',
  'mergify',
  'pre-commit-ci',
  'renovate',
  'web-flow',
]);

/** Logins of bots with ordinary accounts, which are not used for names because people can have them. In lower case. */
const BOT_LOGINS: ReadonlySet<string> = new Set(['actions-user', 'claude', 'copilot', 'cursoragent', 'weblate']);

/** Name that ends in the word "bot": `linea-bot`, `Release Bot` and `x[bot]`, but not `talbot`. */
const botWord = /(?:^|[^a-z0-9])bot\]?$/;
/** Unattended mailboxes and those of bots, but not `123+login@users.noreply.github.com`, which belongs to a user. */
const botMailbox = /^(?:[^@]*[^a-z0-9@])?(?:no-?reply|do-?not-?reply|bot|github-actions?|actions?)\]?@/;

/** True for the account of a bot. @param login - in lower case. */
function isBotLogin(login: string): boolean {
  return BOT_LOGINS.has(login) || isBotName(login);
}

/** True for a bot without an account, by name and e-mail address in lower case. */
function isBotAuthor(name: string, email: string): boolean {
  return isBotName(name) || botMailbox.test(email);
}

const isBotName = (name: string): boolean => BOT_NAMES.has(name) || botWord.test(name);
