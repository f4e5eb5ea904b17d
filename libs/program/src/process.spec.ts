import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { listen } from './index';

describe('listen', () => {
  it('names the variable to change when the port is taken', async () => {
    const first = createServer();
    await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
    const { port } = first.address() as AddressInfo;
    const second = createServer();
    const open = () =>
      new Promise<void>((resolve, reject) => second.once('error', reject).listen(port, '127.0.0.1', resolve));
    await expect(listen('METRICS_PORT', port, open)).rejects.toThrow(
      `Port ${port} is taken by another program: set METRICS_PORT to a free port, or to 0 for any`,
    );
    await new Promise((resolve) => first.close(resolve));
  });

  it('passes other errors on', async () => {
    const failure = new Error('no permission');
    await expect(listen('PORT', 1, () => Promise.reject(failure))).rejects.toBe(failure);
  });
});
