import { EventEmitter } from 'node:events';
import type { Worker } from 'node:cluster';
import { Member } from './member';
import { SilenceWatch } from './silence-watch';

/** A process that replies to questions unless it hangs. */
class FakeWorker extends EventEmitter {
  readonly id = 1;
  isHanging = false;
  readonly signals: string[] = [];
  readonly process = Object.assign(new EventEmitter(), {
    pid: 7,
    send: () => true,
    kill: (signal: string) => this.signals.push(signal) > 0,
  });

  isConnected(): boolean {
    return true;
  }

  send({ type }: { readonly type: string }): void {
    if (type === 'ask' && !this.isHanging) this.emit('message', { type: 'alive' });
  }
}

describe('SilenceWatch', () => {
  let worker: FakeWorker;
  let member: Member;
  let lines: object[];
  let watch: SilenceWatch;
  beforeEach(() => {
    worker = new FakeWorker();
    member = new Member(worker as unknown as Worker, () => undefined);
    lines = [];
    watch = new SilenceWatch(() => [member], { error: (facts: object) => void lines.push(facts) } as never);
  });
  const check = (times: number) => Array.from({ length: times }, () => watch.check());
  const serve = () => worker.emit('message', { type: 'listening', url: 'http://127.0.0.1:3000' });

  it('kills a process that has not replied for ten seconds, once, so that it is replaced', () => {
    serve();
    check(100);
    worker.isHanging = true;
    check(10);
    expect(worker.signals).toEqual([]);
    check(3);
    expect(worker.signals).toEqual(['SIGKILL']);
    expect(lines).toEqual([{ process: 1, pid: 7, silentSeconds: 10 }]);
    expect([member.isServing, member.isDismissed]).toEqual([false, false]);
  });

  it('waits ten seconds again after any message of the process', () => {
    serve();
    worker.isHanging = true;
    check(10);
    worker.emit('message', { type: 'metrics', metrics: [] });
    check(10);
    expect(worker.signals).toEqual([]);
  });

  it('leaves a process alone that is still starting, or was asked to end', () => {
    worker.isHanging = true;
    check(20);
    serve();
    void member.dismiss({ type: 'stop' }, 1_000_000);
    check(20);
    expect(worker.signals).toEqual([]);
    worker.emit('exit', 0, null);
  });
});
