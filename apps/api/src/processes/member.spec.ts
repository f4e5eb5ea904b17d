import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { Member } from './member';

function memberOf(pid?: number) {
  const worker = Object.assign(new EventEmitter(), {
    process: Object.assign(new EventEmitter(), { pid, send: () => true, kill: () => true }),
    isConnected: () => false,
  });
  return { worker, member: new Member(worker as unknown as Worker, () => undefined) };
}

describe('Member', () => {
  // Node reports a connection that cannot be handed over, and a signal that cannot be sent, as errors of the process.
  it('has not ended as long as the process runs, whatever fails', async () => {
    const { worker, member } = memberOf(1);
    worker.emit('error', new Error('write EPIPE'));
    worker.emit('error', new Error('kill EPERM'));
    worker.emit('exit', null, 'SIGKILL');
    expect(await member.ended).toBe('was ended by SIGKILL');
  });

  it('has ended if there is no process', async () => {
    const { worker, member } = memberOf();
    worker.emit('error', new Error('spawn EAGAIN'));
    expect([await member.ended, await member.ready]).toEqual(['could not be started: spawn EAGAIN', null]);
  });
});
