import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Cleanup } from '../../../tools/test/cleanup';
import { type Balancer, describeWithBalancers, startBalancer, statusOf } from './balancers';
import { until } from './until';

/** Failed checks after which HAProxy has removed an instance with certainty. */
const CHECKS = 4;

/** An instance that can stop to be ready while it serves. */
async function startInstance() {
  const state = { isReady: true, failedChecks: 0 };
  const server = createServer(({ url }, response) => {
    const isFailed = url === '/readyz' && !state.isReady;
    if (isFailed) state.failedChecks += 1;
    response.writeHead(isFailed ? 503 : 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => void server.close().closeAllConnections();
  return { state, port: (server.address() as AddressInfo).port, stop };
}

describeWithBalancers('haproxy')('haproxy, while no instance is ready', () => {
  const cleanup = new Cleanup();
  let [balancer, states]: [Balancer, { isReady: boolean; failedChecks: number }[]] = [null!, []];
  beforeAll(async () => {
    const instances = [await startInstance(), await startInstance()] as const;
    for (const each of instances) await cleanup.push(() => each.stop());
    const [one, other] = instances;
    const ports = [one.port, other.port] as const;
    balancer = await startBalancer('haproxy', { api: ports, explorer: ports });
    await cleanup.push(() => balancer.stop());
    states = [one.state, other.state];
  });
  afterAll(async () => expect(await cleanup.run()).toEqual([]));

  // In a failover of the database no instance is ready after 10 s, and all of them serve lists for a minute.
  it('passes requests on to those that run', async () => {
    for (const state of states) state.isReady = false;
    await until(async () => states.every(({ failedChecks }) => failedChecks >= CHECKS));
    expect(await statusOf(`${balancer.origin}/v1/drops`)).toBe('200');
  });
});
