import { ConnectionError } from '@droptrack/sdk';
import { nullIfFailed } from './null-if-failed';

describe('nullIfFailed', () => {
  it('is the result of a call, and null for one that failed', async () => {
    await expect(nullIfFailed(Promise.resolve(7))).resolves.toBe(7);
    await expect(nullIfFailed(Promise.reject(new ConnectionError('no response')))).resolves.toBeNull();
  });

  // An unknown figure would hide a fault of the site itself.
  it('throws an error of the program', async () => {
    await expect(nullIfFailed(Promise.reject(new TypeError('not a function')))).rejects.toThrow(TypeError);
  });
});
