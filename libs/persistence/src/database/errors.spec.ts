import { DatabaseError } from 'pg';
import { DatabaseRejectedError, DatabaseUnavailableError, isConnectionLost, isReadOnly, named } from './errors';

const ofServer = (code: string) => Object.assign(new DatabaseError('a message', 1, 'error'), { code });
const ofSystem = (code: string) => Object.assign(new Error('a message'), { code });

describe('errors of the database', () => {
  it.each([
    ['08006', 'connection_failure', true],
    ['25006', 'read_only_sql_transaction', false],
    ['25P03', 'idle_in_transaction_session_timeout', false],
    ['25P04', 'transaction_timeout', false],
    ['40001', 'serialization_failure', false],
    ['40P01', 'deadlock_detected', false],
    ['53100', 'disk_full', false],
    ['53300', 'too_many_connections', false],
    ['55P03', 'lock_not_available', false],
    ['57014', 'query_canceled', false],
    ['57P01', 'admin_shutdown', true],
    ['57P03', 'cannot_connect_now', true],
    ['58030', 'io_error', false],
  ])('are unavailable: %s %s', (code, _, isLost) => {
    const error = named(ofServer(code));
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect([isConnectionLost(error), isReadOnly(error)]).toEqual([isLost, code === '25006']);
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EHOSTUNREACH'])('are a lost connection: %s', (code) => {
    expect(isConnectionLost(named(ofSystem(code)))).toBe(true);
  });

  // The driver gives these no code.
  it.each([
    ['Connection terminated unexpectedly', true],
    ['timeout exceeded when trying to connect', false],
    ['Query read timeout', false],
  ])('are distinguished by the message alone: %s', (message, isLost) => {
    const error = named(new Error(message));
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect(isConnectionLost(error)).toBe(isLost);
  });

  it.each(['42P01', '23505', '22P02', '25P02', '28P01', '3D000'])('are rejections: %s', (code) => {
    const error = named(ofServer(code));
    expect(error).toBeInstanceOf(DatabaseRejectedError);
    expect(isConnectionLost(error)).toBe(false);
  });

  it('leave other errors unchanged', () => {
    const error = new TypeError('a bug');
    expect(named(error)).toBe(error);
    expect([isConnectionLost(error), isReadOnly(error)]).toEqual([false, false]);
  });
});
