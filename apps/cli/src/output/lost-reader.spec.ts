import { EventEmitter } from 'node:events';
import { endWithReader } from './lost-reader';

describe('endWithReader', () => {
  const workshop = (isListening: boolean) => {
    const [stdout, stderr] = [new EventEmitter(), new EventEmitter()];
    const done: string[] = [];
    const isUnread = endWithReader(stdout, stderr, {
      askToStop: () => (done.push('asked'), isListening),
      exit: () => void done.push('exit'),
    });
    return { stdout, stderr, done, isUnread };
  };

  // An exit on the spot left the PostgreSQL that the command had started behind.
  it('asks a command that holds something to stop, once', () => {
    const { stdout, done, isUnread } = workshop(true);
    expect(isUnread()).toBe(false);
    stdout.emit('error', new Error('EPIPE'));
    stdout.emit('error', new Error('EPIPE'));
    expect([done, isUnread()]).toEqual([['asked'], true]);
  });

  it('ends a command that holds nothing', () => {
    const { stdout, done } = workshop(false);
    stdout.emit('error', new Error('EPIPE'));
    expect(done).toEqual(['asked', 'exit']);
  });

  // An `error` without a listener would end the process without stopping anything.
  it('goes on without a standard error', () => {
    const { stderr, done, isUnread } = workshop(true);
    stderr.emit('error', new Error('EIO'));
    expect([done, isUnread()]).toEqual([[], false]);
  });
});
