import { ConfigError } from '../config/config';
import { recordedOutput } from '../testing';
import { CliError, INVALID_ARGUMENT } from './cli-error';
import { reportError } from './report-error';

const report = (error: unknown, isJson = false) => {
  const { output, said } = recordedOutput(isJson);
  const code = reportError(error, output);
  return { code, document: said.failure, said: said.text };
};

const systemError = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('reportError', () => {
  it('says what failed and what to do, without a stack', () => {
    const { code, said } = report(new CliError('x', 'It is broken', { hint: 'Mend it.' }));
    expect({ code, said }).toEqual({ code: 1, said: 'It is broken\nMend it.' });
  });

  it('gives a program the same as a document', () => {
    const { document } = report(new CliError('x', 'It is broken', { details: { port: 3000 } }), true);
    expect(document).toEqual({ error: { code: 'x', message: 'It is broken', hint: null, port: 3000 } });
  });

  it('lists the faults of the environment for a program', () => {
    const { document } = report(new ConfigError(['PORT must be …']), true);
    expect(document).toMatchObject({ error: { code: 'invalid_environment', faults: ['PORT must be …'] } });
  });

  it('ends a call with a value that cannot be meant as wrong usage', () => {
    expect(report(new CliError(INVALID_ARGUMENT, 'no')).code).toBe(2);
  });

  it.each([
    [systemError('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1'), 'connection refused'],
    // What Node throws when a name has several addresses: without a message of its own.
    [new AggregateError([systemError('ECONNREFUSED', 'connect ECONNREFUSED ::1:1')]), 'connection refused'],
    [systemError('28P01', 'password authentication failed for user "x"'), 'the password is wrong'],
    [new Error('timeout expired'), 'the connection timed out'],
    [new Error('The server does not support SSL connections'), 'encryption failed'],
    [new Error('outer', { cause: systemError('3D000', 'database "x" does not exist') }), 'the database does not exist'],
  ])('explains a database that is away: %s', (error, words) => {
    const { said } = report(error);
    expect(said).toContain('The database cannot be used: ');
    expect(said).toContain(words);
    expect(said).not.toMatch(/\n +at /);
  });

  // A bug is shown whole, but an address in it may hold a password.
  it('shows the stack of what nobody expected, without secrets', () => {
    const { said, code } = report(new Error('odd: postgres://a:secret@b/c'));
    expect(said).toMatch(/Unexpected error: Error: odd[^]*\n +at /);
    expect(said).not.toContain('secret');
    expect(code).toBe(1);
  });
});
