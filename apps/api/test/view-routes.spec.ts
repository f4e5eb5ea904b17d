import type { AddressInfo } from 'node:net';
import { RateLimitGuard } from '../src/platform/rate-limit/rate-limit.guard';
import { closeConnections, SECRETS, send, startInstance, State } from './two-paths';

describe('routes that need nothing but a view', () => {
  it('do not reach the framework once they were requested, whatever their parameters are', async () => {
    const state = new State();
    const { api, catalogue } = await startInstance(state, []);
    catalogue.confirmed({ seq: 0, asOfMs: state.nowMs, clockSkewMs: 0 });
    await api.app.listen(0, '127.0.0.1');
    const { port } = api.server.server.address() as AddressInfo;
    const framework = jest.spyOn(RateLimitGuard.prototype, 'canActivate');
    const get = async (target: string) => {
      const headers = { authorization: `Bearer ${SECRETS.scale}` };
      return (await send(port, { method: 'GET', target, headers })).status;
    };
    try {
      expect([await get('/v1/drops'), await get('/v1/drops/a'), await get('/v1/calendar')]).toEqual([200, 404, 200]);
      expect(framework).toHaveBeenCalledTimes(3);
      for (const target of ['/v1/drops?limit=2', '/v1/calendar?limit=2']) expect(await get(target)).toBe(200);
      for (const target of ['/v1/drops?limit=0', '/v1/calendar?colour=red']) expect(await get(target)).toBe(400);
      expect(await get('/v1/drops/b')).toBe(404);
      expect(framework).toHaveBeenCalledTimes(3);
    } finally {
      framework.mockRestore();
      closeConnections();
      await api.stop();
    }
  });
});
