import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { filterOf } from './stream-filter';
import { StreamsService } from './streams.service';

describe('a stream that waits for the database', () => {
  const mark = { view: { seq: 0 }, asOfMs: 0 };
  const service = new StreamsService({
    catalogue: { requireView: () => mark as never, seq: 0 },
    db: { query: () => new Promise(() => undefined) },
    keys: { find: () => Promise.reject(new Error('Not used')) },
    registry: new Registry(),
    recordResponse: () => undefined,
    onFailed: () => undefined,
    streamsMax: 1,
    now: () => 0,
    monotonicMs: () => 0,
    random: () => 0,
  });
  const open = (socket: EventEmitter) => {
    const request = { method: 'GET', apiKey: { id: 'key_1', account: 'key_1', plan: 'pro' }, raw: { socket } };
    return service.open(request as unknown as FastifyRequest, {} as FastifyReply, filterOf({}), 0);
  };

  it('gives back its slot when its client disconnects', async () => {
    const socket = new EventEmitter();
    void open(socket);
    await expect(open(new EventEmitter())).rejects.toMatchObject({ code: 'unavailable' });
    socket.emit('close');
    // It waits as well, instead of being rejected.
    await Promise.race([open(new EventEmitter()), new Promise(setImmediate)]);
    await expect(open(new EventEmitter())).rejects.toMatchObject({ code: 'unavailable' });
  });
});
