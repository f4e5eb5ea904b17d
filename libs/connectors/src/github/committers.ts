import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Committers by a hash of who they are, each with the instant of their last commit, milliseconds since the epoch. */
export type Committers = ReadonlyMap<string, number>;

/** An account, where GitHub knows whose a commit is; it answers `{}` for some commits without an e-mail address. */
const account = z.object({ login: z.string().optional(), type: z.string().optional() }).nullish();

/** What is read of one commit of `GET /repos/{owner}/{repo}/commits`. */
export const commitShape = z.object({
  commit: z.object({
    author: z.object({ name: z.string().nullish(), email: z.string().nullish() }).nullish(),
    committer: z.object({ date: z.iso.datetime({ offset: true }).nullish() }).nullish(),
  }),
  author: account,
});
export type Commit = z.infer<typeof commitShape>;

/** Of commits dated later than now, those count that a clock slightly wrong explains; the others are made up. */
const CLOCK_ERROR_MS = 3_600_000;
/** Of the address that GitHub gives to those who hide their own: `login@`, or with the account's number before it. */
const hiddenAddress = /^(?:\d+\+)?([^@+]+)@users\.noreply\.github\.com$/;

/**
 * The last commit of each committer, bots left out.
 *
 * A committer is who wrote the change: the `committer` of a commit merged on GitHub's pages is GitHub itself. The
 * commit counts when it came into the branch (the committer's date, by which GitHub's `since` goes as well): the
 * author's date may be months old after a rebase.
 */
export function committersOf(commits: readonly Commit[], nowMs: number): Committers {
  const lastMs = new Map<string, number>();
  for (const each of commits) {
    const who = committerOf(each);
    const atMs = Date.parse(each.commit.committer?.date ?? '');
    if (who === null || !(atMs <= nowMs + CLOCK_ERROR_MS)) continue;
    lastMs.set(who, Math.max(atMs, lastMs.get(who) ?? atMs));
  }
  return lastMs;
}

/** How many distinct committers of some repositories have committed after an instant. */
export function countCommitters(repositories: readonly Committers[], afterMs: number): number {
  const counted = new Set<string>();
  for (const committers of repositories) {
    for (const [who, lastMs] of committers) if (lastMs > afterMs) counted.add(who);
  }
  return counted.size;
}

/**
 * Who wrote a commit: the same text for the same person wherever it can be known, null for bots and nobody.
 *
 * That is the account's login, or the login in an address that GitHub gave; else the e-mail address, or at last the
 * name. It is hashed, as it is kept with the drop and only has to be told apart.
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

/** 66 bits: enough to tell some thousand apart, and little to keep. */
const hashed = (identity: string): string => createHash('sha256').update(identity).digest('base64url').slice(0, 11);

/** Programs by the name that they write commits under, where it does not say so. In lower case. */
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

/** Programs with an account like a person's, of a name that a person may have as well. In lower case. */
const BOT_LOGINS: ReadonlySet<string> = new Set(['actions-user', 'claude', 'copilot', 'cursoragent', 'weblate']);

/** A name that ends in the word "bot", as in `linea-bot`, `Release Bot` and `x[bot]`; `talbot` is a person. */
const botWord = /(?:^|[^a-z0-9])bot\]?$/;
/** Mailboxes nobody reads, and those of bots; a person's `123+login@users.noreply.github.com` is none of them. */
const botMailbox = /^(?:[^@]*[^a-z0-9@])?(?:no-?reply|do-?not-?reply|bot|github-actions?|actions?)\]?@/;

/** Whether an account, its login in lower case, is a program's. */
export function isBotLogin(login: string): boolean {
  return BOT_LOGINS.has(login) || isBotName(login);
}

/** Whether a commit's author without an account, name and e-mail address in lower case, is a program. */
export function isBotAuthor(name: string, email: string): boolean {
  return isBotName(name) || botMailbox.test(email);
}

const isBotName = (name: string): boolean => BOT_NAMES.has(name) || botWord.test(name);
