import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { connect, type Socket } from 'node:net';
import { dial } from './connect';
import { startRawReceiver } from './testing/receiver';

/** Server that listens and then sleeps: once its queue is full, connections get no response at all. */
const DEAF = `
  const { parentPort, workerData } = require('node:worker_threads');
  require('node:net').createServer().listen({ port: workerData.port, host: workerData.host, backlog: 1 }, () => {
    parentPort.postMessage('listens');
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;
const FILLERS = 4;

const never = new AbortController().signal;

describe('dialling', () => {
  it('fails as the first address did, once all have failed', async () => {
    const { port, close } = await startRawReceiver(() => undefined);
    await close();
    await expect(dial(['127.0.0.1', '::1'], port, never)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('dials no names: what is not an address is not looked up', async () => {
    await expect(dial(['localhost'], 1, never)).rejects.toThrow('a name was dialled: localhost');
  });

  // Only Linux has other addresses of loopback, and drops who comes to a full queue.
  const onLinux = process.platform === 'linux' ? describe : describe.skip;
  onLinux('an address that is silent', () => {
    const deafAddress = `127.${1 + (process.pid % 250)}.${1 + Math.floor(Math.random() * 250)}.9`;
    let live: Awaited<ReturnType<typeof startRawReceiver>>;
    let deaf: Worker;
    let fillers: Socket[];
    beforeAll(async () => {
      live = await startRawReceiver(() => undefined);
      deaf = new Worker(DEAF, { eval: true, workerData: { host: deafAddress, port: live.port } });
      await once(deaf, 'message');
      fillers = Array.from({ length: FILLERS }, () => connect({ host: deafAddress, port: live.port }));
      for (const filler of fillers) filler.on('error', () => undefined);
    });
    afterAll(async () => {
      for (const filler of fillers) filler.destroy();
      await Promise.all([deaf.terminate(), live.close()]);
    });

    it('is not waited for where there is another', async () => {
      const startedMs = performance.now();
      const socket = await dial([deafAddress, '127.0.0.1'], live.port, never);
      expect(socket.remoteAddress).toBe('127.0.0.1');
      expect(performance.now() - startedMs).toBeGreaterThan(200);
      socket.destroy();
    });

    it('is given up when it is time', async () => {
      const controller = new AbortController();
      const dialled = dial([deafAddress], live.port, controller.signal);
      setTimeout(() => controller.abort(new Error('late')), 50);
      await expect(dialled).rejects.toThrow('late');
    });
  });
});
