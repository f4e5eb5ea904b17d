import { Command } from 'ioredis';
import { TAKE_SHA } from '../rate-limit/redis-script';
import { TakeCommand } from './take-command';

describe('TakeCommand', () => {
  // With a wrong length, Redis would misread all later commands of the connection.
  it.each([null, 0, 4_500_000])('writes the bound %p as ioredis itself does', (partsMost) => {
    const terms = { capacity: 600, refill: 600, windowSeconds: 60 };
    const words = [TAKE_SHA, 1, 'bucket', 600, 600, 60, 12, partsMost ?? ''].map(String);
    expect(new TakeCommand('bucket', terms, 12, partsMost).toWritable()).toBe(
      new Command('evalsha', words).toWritable({}),
    );
  });

  it.each(['bucket', 'Schlüssel 🔑', 'a\r\n$1', ''])('writes the key %j as ioredis itself does', (key) => {
    const terms = { capacity: 600, refill: 600, windowSeconds: 60 };
    const theirs = new Command('evalsha', [TAKE_SHA, 1, key, 600, 600, 60, 12, ''].map(String));
    expect(new TakeCommand(key, terms, 12, null).toWritable()).toBe(theirs.toWritable({}));
    // The second encoding uses the cached terms.
    expect(new TakeCommand(key, terms, 12, null).toWritable()).toBe(theirs.toWritable({}));
  });
});
