import { DatabaseRejectedError, DatabaseUnavailableError } from '@droptrack/persistence';
import { ConfigError } from '../config/config';
import { recordedOutput } from '../testing/recorded-output';
import { CliError, INVALID_ARGUMENT } from './cli-error';
import { reportError } from './report-error';

const report = (error: unknown, isJson = false) => {
  const { output, said } = recordedOutput(isJson);
  const code = reportError(error, output);
  return { code, document: said.failure, said: said.text };
};

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });
const away = (cause: Error) => new DatabaseUnavailableError('The database is not available', { cause });

describe('reportError', () => {
  it('prints the failure and a remedy, without a stack', () => {
    const { code, said } = report(new CliError('x', 'It is broken', { hint: 'Mend it.' }));
    expect({ code, said }).toEqual({ code: 1, said: 'It is broken\nMend it.' });
  });

  it('prints a document with --json', () => {
    const { document } = report(new CliError('x', 'It is broken', { details: { port: 3000 } }), true);
    expect(document).toEqual({ error: { code: 'x', message: 'It is broken', hint: null, port: 3000 } });
  });

  it('lists the errors of the environment with --json', () => {
    const { document } = report(new ConfigError(['PORT must be …']), true);
    expect(document).toMatchObject({ error: { code: 'invalid_environment', faults: ['PORT must be …'] } });
  });

  it('treats invalid settings as wrong usage', () => {
    expect(report(new ConfigError(['PORT must be …'])).code).toBe(2);
    expect(report(new CliError('webhook_key', 'no key')).code).toBe(2);
  });

  it('treats an invalid value as wrong usage', () => {
    expect(report(new CliError(INVALID_ARGUMENT, 'no')).code).toBe(2);
  });

  it.each([
    ['connection refused', away(withCode('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1'))],
    ['it did not respond in time', away(new Error('timeout expired'))],
    ['the connection timed out', away(Object.assign(new Error('x'), { code: 'ETIMEDOUT' }))],
    ['no response', away(new Error(''))],
    ['the password is wrong', new DatabaseRejectedError('28P01', 'password authentication failed for user "x"')],
    ['the database does not exist', new DatabaseRejectedError('3D000', 'database "x" does not exist')],
    ['the server offers no encryption', new DatabaseRejectedError('', 'The server does not support SSL connections')],
  ])('explains an unavailable database: %s', (words, error) => {
    const { said } = report(error);
    expect(said).toContain('The database cannot be used: ');
    expect(said).toContain(words);
    expect(said).not.toMatch(/\n +at /);
  });

  // A bug is printed with its stack, in which an address may contain a password.
  it('prints the stack of an unexpected error, without secrets', () => {
    const { said, code } = report(new Error('odd: postgres://a:secret@b/c'));
    expect(said).toMatch(/Unexpected error: Error: odd[^]*\n +at /);
    expect(said).not.toContain('secret');
    expect(code).toBe(1);
  });
});
