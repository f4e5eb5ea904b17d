import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { listen } from './index';

describe('listen', () => {
  it('names the variable to set, with a free port, when the port is taken', async () => {
    const first = createServer();
    await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
    const { port } = first.address() as AddressInfo;
    const second = createServer();
    const open = () =>
      new Promise<void>((resolve, reject) => second.once('error', reject).listen(port, '127.0.0.1', resolve));
    const error: unknown = await listen('METRICS_PORT', { host: '127.0.0.1', port }, open).catch(
      (thrown: unknown) => thrown,
    );
    const [, free] = /^Port \d+ is taken by another program: add METRICS_PORT=(\d+) to its settings$/.exec(
      (error as Error).message,
    )!;
    const third = createServer();
    await new Promise<void>((resolve, reject) => third.once('error', reject).listen(Number(free), resolve));
    await new Promise((resolve) => third.close(resolve));
    await new Promise((resolve) => first.close(resolve));
  });

  // Other systems have one loopback address.
  const itOnLinux = process.platform === 'linux' ? it : it.skip;
  itOnLinux('looks for a free port on the host of the configuration, and names none if there is none', async () => {
    const others = await Promise.all(
      ['127.0.0.1', '127.0.0.2'].map(async (host) => {
        const server = createServer();
        await new Promise<void>((resolve) => server.listen(0, host, resolve));
        return server;
      }),
    );
    const ports = others.map((server) => (server.address() as AddressInfo).port) as [number, number];
    const inUse = () => Promise.reject(Object.assign(new Error('in use'), { code: 'EADDRINUSE' }));
    const hint = (host: string, port: number) =>
      listen('PORT', { host, port }, inUse).then(String, (error: Error) => error.message);
    // The port of the other host is free on this one.
    expect(await hint('127.0.0.1', ports[1] - 1)).toContain(`add PORT=${ports[1]} to its settings`);
    expect(await hint('127.0.0.2', ports[1] - 1)).not.toContain(`PORT=${ports[1]} `);
    expect(await hint('203.0.113.9', 4_000)).toBe('Port 4000 is taken by another program: set PORT to a free one');
    await Promise.all(others.map((server) => new Promise((resolve) => server.close(resolve))));
  });

  it.each(['203.0.113.9', 'no-such-host.invalid', 'a b'])(
    'names the variable of a host that is no address: %s',
    async (host) => {
      const server = createServer();
      const open = () => new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
      await expect(listen('EXPLORER_PORT', { host, port: 0 }, open)).rejects.toThrow(
        /^EXPLORER_HOST is no address of this machine \(E\w+\): set it to one, such as 127\.0\.0\.1, or to 0\.0\.0\.0 for all$/,
      );
    },
  );

  it('names the variable of a port that needs a privilege', async () => {
    const denied = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
    await expect(listen('PORT', { host: '127.0.0.1', port: 80 }, () => Promise.reject(denied))).rejects.toThrow(
      'Port 80 requires a privilege: set PORT to 1024 or above',
    );
  });

  it('passes other errors on', async () => {
    const failure = new Error('no permission');
    await expect(listen('PORT', { host: '127.0.0.1', port: 1 }, () => Promise.reject(failure))).rejects.toBe(failure);
  });
});
