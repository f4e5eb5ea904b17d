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
