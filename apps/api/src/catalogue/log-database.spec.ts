import { DatabaseRejectedError, DatabaseUnavailableError } from '@droptrack/persistence';
import { UnavailableError } from '../platform/errors/domain-error';
import { LogDatabase } from './log-database';

const failing = (error: Error) => new LogDatabase({ query: () => Promise.reject(error) });

describe('LogDatabase', () => {
  it('answers with what the database answers', async () => {
    const query = jest.fn().mockResolvedValue([{ n: 1 }]);
    expect(await new LogDatabase({ query }).query('SELECT $1', [7])).toEqual([{ n: 1 }]);
    expect(query).toHaveBeenCalledWith('SELECT $1', [7]);
  });

  it('is unavailable when the database is, and says nothing of it', async () => {
    const error = await failing(new DatabaseUnavailableError('at 10.0.0.7'))
      .query('SELECT 1')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ details: { headers: { 'retry-after': '2' } } });
    expect(String(error)).not.toContain('10.0.0.7');
  });

  it('leaves bugs what they are', async () => {
    const bug = new DatabaseRejectedError('42P01', 'no such table');
    await expect(failing(bug).query('SELECT 1')).rejects.toBe(bug);
  });
});
