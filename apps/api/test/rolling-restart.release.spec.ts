import { Cleanup } from '../../../tools/test/cleanup';
import { type Balancer, type BalancerName, describeWithBalancers } from './balancers';
import { RestartStage, REQUESTS_AROUND } from './rolling-restart';

const PER_SECOND = 300;
/** `RESTART_REQUESTS` sets another number for a quick run. */
const REQUESTS = Number(process.env['RESTART_REQUESTS'] ?? 20_000);
const BALANCERS: readonly BalancerName[] = ['nginx', 'haproxy', 'caddy'];

describe.each(BALANCERS)('%s with its file of deploy/', (name) => {
  describeWithBalancers(name)(`in front of two instances, at ${PER_SECOND} requests a second`, () => {
    let [stage, balancer]: [RestartStage, Balancer] = [null!, null!];
    const cleanup = new Cleanup();
    beforeAll(async () => {
      stage = await RestartStage.start(cleanup, name);
      [balancer] = stage.balancers as [Balancer];
    });
    afterAll(async () => expect(await cleanup.run()).toEqual([]));

    it('passes on the address of the client, not one that it claims, and no body that is too large', async () => {
      expect([await stage.spoof(balancer.origin), await stage.sendTooMuch(balancer)]).toEqual([['401'], ['413']]);
    });

    it(`loses none of ${REQUESTS} requests while instances are restarted, and no event of a stream`, async () => {
      const load = stage.load(balancer, PER_SECOND);
      const stream = await stage.follow(balancer);
      let restarts = 0;
      for (; load.sent < REQUESTS; restarts += 2) await stage.restartEach([load]);
      expect(await load.end()).toEqual({ '200': load.sent });
      const { received, published } = await stream.end();
      expect(received).toEqual(published);
      process.stderr.write(
        `${name}: ${load.sent} requests, ${restarts} restarts, ${received.length} events, none lost\n`,
      );
    });

    // What is lost depends on what the killed instance was at; docs/availability.md says what a crash can lose.
    it('loses only what a killed instance was at', async () => {
      const [killed] = stage.instances;
      const load = stage.load(balancer, PER_SECOND);
      await load.more(REQUESTS_AROUND);
      await killed.stop('SIGKILL');
      await load.more(10 * REQUESTS_AROUND);
      const { 200: served = 0, ...lost } = await load.end();
      process.stderr.write(`${name}, SIGKILL: lost ${JSON.stringify(lost)} of ${load.sent}\n`);
      expect(served).toBeGreaterThan(0.9 * load.sent);
      const after = stage.load(balancer, PER_SECOND);
      await after.more(REQUESTS_AROUND);
      expect(await after.end()).toEqual({ '200': after.sent });
    });
  });
});
