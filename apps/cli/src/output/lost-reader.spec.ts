import { EventEmitter } from 'node:events';
import { endWithReader } from './lost-reader';

describe('endWithReader', () => {
  const broken = (code: string) => Object.assign(new Error(`write ${code}`), { code });
  const workshop = (isListening: boolean) => {
    const done: string[] = [];
    const stdout = new EventEmitter();
    const stderr = Object.assign(new EventEmitter(), { write: (text: string) => done.push(text) });
    const codeOfEnd = endWithReader(stdout, stderr, {
      askToStop: () => (done.push('asked'), isListening),
      exit: (code) => void done.push(`exit ${code}`),
    });
    return { stdout, stderr, done, codeOfEnd };
  };

  // An immediate exit would leave the embedded PostgreSQL of the command running.
  it('requests a stop once from a command with resources', () => {
    const { stdout, done, codeOfEnd } = workshop(true);
    expect(codeOfEnd()).toBeNull();
    stdout.emit('error', broken('EPIPE'));
    stdout.emit('error', broken('EPIPE'));
    expect([done, codeOfEnd()]).toEqual([['asked'], 0]);
  });

  it('ends a command without resources', () => {
    const { stdout, done } = workshop(false);
    stdout.emit('error', broken('EPIPE'));
    expect(done).toEqual(['asked', 'exit 0']);
  });

  // With `keys issue > file` on a full disk, the only copy of a key would be lost without an error.
  it.each([
    ['holds something', true, ['asked']],
    ['holds nothing', false, ['asked', 'exit 1']],
  ])('fails a command that %s if the output cannot be written, with the reason', (_, isListening, ended) => {
    const { stdout, done, codeOfEnd } = workshop(isListening);
    stdout.emit('error', broken('ENOSPC'));
    stdout.emit('error', broken('ENOSPC'));
    expect([done, codeOfEnd()]).toEqual([['Standard output cannot be written: ENOSPC\n', ...ended], 1]);
  });

  // An `error` event without a listener would end the process without cleanup.
  it('continues without standard error', () => {
    const { stderr, done, codeOfEnd } = workshop(true);
    stderr.emit('error', broken('EIO'));
    expect([done, codeOfEnd()]).toEqual([[], null]);
  });
});
