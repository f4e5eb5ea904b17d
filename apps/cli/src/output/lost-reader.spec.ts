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

  // An exit on the spot left the PostgreSQL that the command had started behind.
  it('asks a command that holds something to stop, once', () => {
    const { stdout, done, codeOfEnd } = workshop(true);
    expect(codeOfEnd()).toBeNull();
    stdout.emit('error', broken('EPIPE'));
    stdout.emit('error', broken('EPIPE'));
    expect([done, codeOfEnd()]).toEqual([['asked'], 0]);
  });

  it('ends a command that holds nothing', () => {
    const { stdout, done } = workshop(false);
    stdout.emit('error', broken('EPIPE'));
    expect(done).toEqual(['asked', 'exit 0']);
  });

  // `keys issue > file` on a full disk lost the only copy of a key, and said that all went well.
  it.each([
    ['holds something', true, ['asked']],
    ['holds nothing', false, ['asked', 'exit 1']],
  ])('fails a command that %s where the output cannot be written, and says why', (_, isListening, ended) => {
    const { stdout, done, codeOfEnd } = workshop(isListening);
    stdout.emit('error', broken('ENOSPC'));
    stdout.emit('error', broken('ENOSPC'));
    expect([done, codeOfEnd()]).toEqual([['Standard output cannot be written: ENOSPC\n', ...ended], 1]);
  });

  // An `error` without a listener would end the process without stopping anything.
  it('goes on without a standard error', () => {
    const { stderr, done, codeOfEnd } = workshop(true);
    stderr.emit('error', broken('EIO'));
    expect([done, codeOfEnd()]).toEqual([[], null]);
  });
});
