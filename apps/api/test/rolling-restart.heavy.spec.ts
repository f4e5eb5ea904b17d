import { Cleanup } from '../../../tools/test/cleanup';
import { describeWithBalancers } from './balancers';
import { RestartStage } from './rolling-restart';

/** Of each balancer: two processors run them, the instances and the load. */
const PER_SECOND = 40;

// The release ring does the same at a higher rate, and with Caddy.
describeWithBalancers('nginx', 'haproxy')(
  'a rolling restart behind nginx and HAProxy with their files of deploy/',
  () => {
    let stage: RestartStage;
    const cleanup = new Cleanup();
    beforeAll(async () => {
      stage = await RestartStage.start(cleanup, 'nginx', 'haproxy');
    });
    afterAll(async () => expect(await cleanup.run()).toEqual([]));

    // With the default max_fails of nginx, a few such responses exclude all instances for ten seconds.
    it('uses every instance after all of them returned 503', async () => {
      for (const balancer of stage.balancers) {
        const locked = await stage.db.transaction(async (sql) => {
          await sql.query('LOCK TABLE webhook_endpoints IN ACCESS EXCLUSIVE MODE');
          const load = stage.load(balancer, 1, [{ method: 'GET', path: '/v1/webhooks' }]);
          await load.more(1);
          return load.end();
        });
        expect(Object.keys(locked)).toEqual(['503']);
        const load = stage.load(balancer, 100);
        await load.more(30);
        expect(Object.keys(await load.end())).toEqual(['200']);
      }
    });

    it('serves no metrics', async () => {
      for (const balancer of stage.balancers) {
        const load = stage.load(balancer, 10, [{ method: 'GET', path: '/metrics' }]);
        await load.more(1);
        expect(Object.keys(await load.end())).toEqual(['404']);
      }
    });

    it('passes on the address of the client, not one that it claims', async () => {
      expect(await stage.spoof(`http://127.0.0.1:${stage.instances[0].port}`)).toContain('429');
      for (const { origin } of stage.balancers) expect(await stage.spoof(origin)).toEqual(['401']);
    });

    it('rejects bodies that are too large', async () => {
      for (const balancer of stage.balancers) expect(await stage.sendTooMuch(balancer)).toEqual(['413']);
    });

    it('loses no request and no event', async () => {
      const loads = stage.balancers.map((balancer) => stage.load(balancer, PER_SECOND));
      const streams = await Promise.all(stage.balancers.map((balancer) => stage.follow(balancer)));
      await stage.restartEach(loads);
      const outcomes = await Promise.all(loads.map((load) => load.end()));
      expect(outcomes).toEqual(loads.map(({ sent }) => ({ '200': sent })));
      for (const stream of streams) {
        const { received, published } = await stream.end();
        expect(received).toEqual(published);
      }
    });

    it('loses no page of the explorer', async () => {
      const loads = stage.balancers.map((balancer) => stage.loadPages(balancer, PER_SECOND));
      await stage.restartEach(loads, stage.explorers);
      expect(await Promise.all(loads.map((load) => load.end()))).toEqual(loads.map(({ sent }) => ({ '200': sent })));
    });
  },
);
