import { DatabaseRejectedError, DatabaseUnavailableError } from '@droptrack/persistence';
import { UnavailableError } from '../platform/errors/domain-error';
import { LogDatabase } from './log-database';

const failing = (error: Error) => new LogDatabase({ query: () => Promise.reject(error) });

describe('LogDatabase', () => {
  it('returns the rows of the database', async () => {
    const query = jest.fn().mockResolvedValue([{ n: 1 }]);
    expect(await new LogDatabase({ query }).query('SELECT $1', [7])).toEqual([{ n: 1 }]);
    expect(query).toHaveBeenCalledWith('SELECT $1', [7]);
  });

  it('throws UnavailableError without details when the database is unavailable', async () => {
    const error = await failing(new DatabaseUnavailableError('at 10.0.0.7'))
      .query('SELECT 1')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ details: { headers: { 'retry-after': '2' } } });
    expect(String(error)).not.toContain('10.0.0.7');
  });

  it('rethrows other errors unchanged', async () => {
    const bug = new DatabaseRejectedError('42P01', 'no such table');
    await expect(failing(bug).query('SELECT 1')).rejects.toBe(bug);
  });
});
