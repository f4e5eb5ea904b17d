import type { Plan } from '@droptrack/contracts';
import { type Command, Option } from 'commander';
import { type Session, withKeys } from './runtime';
import { integer, withExamples } from './usage';

/** Largest number that an option takes where the command itself knows the bounds. */
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
    .description('API keys: who may ask the service, and how much. A change holds within a second, without a restart.');
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
    .summary('make a key and show it, once')
    .description('Makes a key and shows it, this once: only its hash is kept.')
    .addOption(new Option('--plan <plan>', 'what the key may do').choices(plans).makeOptionMandatory())
    .requiredOption('--label <text>', 'whose key it is, up to 100 characters')
    .option('--expires <when>', 'days from now, or an instant such as 2027-01-31T00:00:00Z')
    .addOption(requestsPerMinute())
    .action((options: { plan: Plan; label: string; expires?: string; requestsPerMinute?: number }) =>
      withKeys(session, async (keys) => {
        const { issueKey } = await import('./commands/keys-issue');
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

/** An option each: Commander keeps what it reads in it. */
const requestsPerMinute = (): Option =>
  new Option('--requests-per-minute <n>', "a limit above the plan's; scale only").argParser(integer(1, ANY));

function registerChange(parent: Command, session: Session, end: (code: number) => void, plans: readonly Plan[]): void {
  const change = parent
    .command('change <id>')
    .summary('change the plan, limit, label or end of a key')
    .description('Changes a key that works; the key itself stays. Another plan than scale drops a limit of its own.')
    .addOption(new Option('--plan <plan>', 'what the key may do').choices(plans))
    .addOption(requestsPerMinute())
    .option('--label <text>', 'whose key it is, up to 100 characters')
    .option('--expires <when>', 'days from now, an instant such as 2027-01-31T00:00:00Z, or never')
    .action((id: string, options: { plan?: Plan; label?: string; expires?: string; requestsPerMinute?: number }) =>
      withKeys(session, async (keys) => {
        const { changeKey } = await import('./commands/keys-change');
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
    .summary('list the keys that work')
    .description('Lists the keys that work, the newest first, with their ends only.')
    .option('--all', 'revoked and expired ones as well')
    .action(({ all = false }: { all?: boolean }) =>
      withKeys(session, async (keys) => {
        const { listKeys } = await import('./commands/keys-list');
        end(await listKeys({ all }, { ...session, keys }));
      }),
    );
  withExamples(list, ['keys', 'list'], ['droptrack keys list', 'droptrack keys list --all --json']);
}

function registerRotate(parent: Command, session: Session, end: (code: number) => void): void {
  const seconds = new Option('--grace-period-seconds <n>', 'how long the old key goes on, to 604800 (default: 86400)');
  const rotate = parent
    .command('rotate <id>')
    .summary('put a new key in the place of another')
    .description('Makes a key with the same plan, label and limit. The old one goes on for the grace period.')
    .addOption(seconds.argParser(integer(0, ANY)))
    .action((id: string, options: { gracePeriodSeconds?: number }) =>
      withKeys(session, async (keys) => {
        const { rotateKey } = await import('./commands/keys-rotate');
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
    .summary('withdraw a key at once')
    .description('Withdraws a key: within a second no instance answers it. Revoking it again changes nothing.')
    .action((id: string) =>
      withKeys(session, async (keys) => {
        const { revokeKey } = await import('./commands/keys-revoke');
        end(await revokeKey({ id }, { ...session, keys }));
      }),
    );
  withExamples(revoke, ['keys', 'revoke'], ['droptrack keys revoke key_4f1y…']);
}
