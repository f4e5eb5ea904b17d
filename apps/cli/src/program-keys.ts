import type { Plan } from '@droptrack/contracts';
import { type Command, Option } from 'commander';
import { type Session, withKeys } from './runtime';
import { integer, withExamples } from './usage';

/** Upper bound of an integer option whose exact range the command checks. */
const ANY = 1_000_000_000;

/** Registers `droptrack keys …`. */
export function registerKeys(
  program: Command,
  session: Session,
  end: (code: number) => void,
  plans: readonly Plan[],
): void {
  const keys = program
    .command('keys')
    .summary('issue, list, change, rotate and revoke API keys')
    .description('Manage API keys. Changes apply within a second, without a restart of the API.');
  withExamples(keys, ['keys'], ['droptrack keys issue --plan free --label "my app"', 'droptrack keys list']);
  registerIssue(keys, session, end, plans);
  registerList(keys, session, end);
  registerChange(keys, session, end, plans);
  registerRotate(keys, session, end);
  registerRevoke(keys, session, end);
}

function registerIssue(parent: Command, session: Session, end: (code: number) => void, plans: readonly Plan[]): void {
  const issue = parent
    .command('issue')
    .summary('create a key')
    .description('Creates an API key and prints it. The key cannot be shown again: only its hash is stored.')
    .addOption(new Option('--plan <plan>', 'rate limit and features of the key').choices(plans).makeOptionMandatory())
    .requiredOption('--label <text>', 'owner or purpose of the key, up to 100 characters')
    .option(
      '--expires <when>',
      'days from now (1 to 3650), or an instant such as 2027-01-31T00:00:00Z (default: never)',
    )
    .addOption(requestsPerMinute())
    .action((options: { plan: Plan; label: string; expires?: string; requestsPerMinute?: number }) =>
      withKeys(session, async (keys) => {
        const { issueKey } = await import('./commands/keys');
        end(await issueKey(options, { ...session, keys }));
      }),
    );
  withExamples(
    issue,
    ['keys', 'issue'],
    [
      'droptrack keys issue --plan free --label "my app"',
      'droptrack keys issue --plan pro --label "wallet, production" --expires 365',
      'droptrack keys issue --plan scale --label "indexer" --requests-per-minute 50000 --json',
    ],
  );
}

/** A new option per command: Commander stores the parsed value in it. */
const requestsPerMinute = (): Option =>
  new Option('--requests-per-minute <n>', 'rate limit above that of the plan; plan scale only').argParser(
    integer(1, ANY),
  );

function registerChange(parent: Command, session: Session, end: (code: number) => void, plans: readonly Plan[]): void {
  const change = parent
    .command('change <id>')
    .summary('change the plan, limit, label or expiry of a key')
    .description(
      'Changes the terms of an active key; the secret stays the same. Moving to a plan other than scale removes the ' +
        'custom rate limit.',
    )
    .addOption(new Option('--plan <plan>', 'rate limit and features of the key').choices(plans))
    .addOption(requestsPerMinute())
    .option('--label <text>', 'owner or purpose of the key, up to 100 characters')
    .option('--expires <when>', 'days from now (1 to 3650), an instant such as 2027-01-31T00:00:00Z, or never')
    .action((id: string, options: { plan?: Plan; label?: string; expires?: string; requestsPerMinute?: number }) =>
      withKeys(session, async (keys) => {
        const { changeKey } = await import('./commands/keys');
        end(await changeKey({ id, ...options }, { ...session, keys }));
      }),
    );
  withExamples(
    change,
    ['keys', 'change'],
    [
      'droptrack keys change key_4f1y… --plan pro',
      'droptrack keys change key_4f1y… --plan scale --requests-per-minute 50000',
      'droptrack keys change key_4f1y… --label "wallet, staging" --expires never --json',
    ],
  );
}

function registerList(parent: Command, session: Session, end: (code: number) => void): void {
  const list = parent
    .command('list')
    .summary('list active keys')
    .description('Lists active keys, newest first. Of each key only the prefix and the last four characters are shown.')
    .option('--all', 'include revoked and expired keys')
    .action(({ all = false }: { all?: boolean }) =>
      withKeys(session, async (keys) => {
        const { listKeys } = await import('./commands/keys-list');
        end(await listKeys({ all }, { ...session, keys }));
      }),
    );
  withExamples(list, ['keys', 'list'], ['droptrack keys list', 'droptrack keys list --all --json']);
}

function registerRotate(parent: Command, session: Session, end: (code: number) => void): void {
  const seconds = new Option(
    '--grace-period-seconds <n>',
    'seconds for which the old key keeps working, 0 to 604800 (default: 86400)',
  );
  const rotate = parent
    .command('rotate <id>')
    .summary('replace a key with a new one')
    .description(
      'Creates a key with the same plan, label and rate limit. The old key keeps working for the grace period.',
    )
    .addOption(seconds.argParser(integer(0, ANY)))
    .action((id: string, options: { gracePeriodSeconds?: number }) =>
      withKeys(session, async (keys) => {
        const { rotateKey } = await import('./commands/keys');
        end(await rotateKey({ id, ...options }, { ...session, keys }));
      }),
    );
  withExamples(
    rotate,
    ['keys', 'rotate'],
    ['droptrack keys rotate key_4f1y…', 'droptrack keys rotate key_4f1y… --grace-period-seconds 0'],
  );
}

function registerRevoke(parent: Command, session: Session, end: (code: number) => void): void {
  const revoke = parent
    .command('revoke <id>')
    .summary('revoke a key')
    .description('Revokes a key: every instance rejects it within a second. Idempotent.')
    .action((id: string) =>
      withKeys(session, async (keys) => {
        const { revokeKey } = await import('./commands/keys');
        end(await revokeKey({ id }, { ...session, keys }));
      }),
    );
  withExamples(revoke, ['keys', 'revoke'], ['droptrack keys revoke key_4f1y…']);
}
