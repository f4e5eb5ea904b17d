import { createLogger } from './logging';

describe('createLogger', () => {
  const logged = (error: Error) => {
    const lines: string[] = [];
    const explain = (each: unknown) =>
      each instanceof RangeError ? { code: 'away', message: 'It is away; start it', stack: 'hidden' } : null;
    createLogger('tested', 'warn', { write: (line) => void lines.push(line) }, explain).warn({ err: error }, 'failed');
    return (JSON.parse(lines.join('')) as { err: unknown }).err;
  };

  it('logs an expected failure as a code and a sentence, and any other error with its stack', () => {
    expect(logged(new RangeError('away'))).toEqual({ code: 'away', message: 'It is away; start it' });
    expect(logged(new TypeError('a bug'))).toMatchObject({
      type: 'TypeError',
      message: 'a bug',
      stack: expect.stringContaining('\n    at '),
    });
  });
});
