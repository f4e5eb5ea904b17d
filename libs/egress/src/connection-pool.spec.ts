import { ConnectionPool } from './connection-pool';
import { Deadline, LateError } from './deadline';

describe('places of an origin', () => {
  it('serves waiting deliveries in order, and rejects one at its deadline without blocking the others', async () => {
    const pool = new ConnectionPool({ perOrigin: 1, open: 8 });
    const deadlines = [60_000, 60_000, 20, 60_000].map((ms) => new Deadline(ms));
    const order: number[] = [];
    const waits = deadlines.map((deadline, n) => pool.enter('https://a.example', deadline)?.then(() => order.push(n)));
    expect(waits[0]).toBeUndefined();
    await expect(waits[2]).rejects.toThrow(LateError);
    expect(pool.state()).toEqual({ connections: 0, idle: 0, waiting: 2, origins: 1 });
    pool.leave('https://a.example');
    await waits[1];
    expect(order).toEqual([1]);
    expect(pool.enter('https://b.example', deadlines[0]!)).toBeNull();
    pool.leave('https://a.example');
    await waits[3];
    for (const name of ['https://a.example', 'https://b.example']) pool.leave(name);
    expect([order, pool.state().origins]).toEqual([[1, 3], 0]);
    deadlines.forEach((deadline) => deadline.clear());
  });
});
