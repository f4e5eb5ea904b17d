import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BalancerName, describeWithBalancers, startBalancer, statusOf } from './balancers';

const SECRET = 'cal_secret_of_a_calendar';
const BALANCERS: readonly BalancerName[] = ['nginx', 'haproxy', 'caddy'];

describe.each(BALANCERS)('%s with its file of deploy/', (name) => {
  // The address of a calendar is its credential.
  describeWithBalancers(name)('in front of an instance that stops', () => {
    it('logs requests, and no address of a calendar', async () => {
      const instance = createServer((_, response) => void response.end()).listen(0, '127.0.0.1');
      await once(instance, 'listening');
      const { port } = instance.address() as AddressInfo;
      const balancer = await startBalancer(name, { api: [port, port], explorer: [port, port] });
      const visit = async (origin: string): Promise<string> => {
        await statusOf(`${origin}/v1/drops?page=seen`);
        return statusOf(`${origin}/v1/calendars/${SECRET}.ics`);
      };
      try {
        expect(await visit(balancer.origin)).toBe('200');
        await visit(balancer.plainOrigin);
        instance.closeAllConnections();
        instance.close();
        expect(await visit(balancer.origin)).toMatch(/^50/);
        const log = await balancer.log();
        expect(log).toContain('/v1/drops?page=seen');
        expect(log).not.toContain(SECRET);
      } finally {
        await balancer.stop();
        instance.closeAllConnections();
        instance.close();
      }
    });
  });
});
