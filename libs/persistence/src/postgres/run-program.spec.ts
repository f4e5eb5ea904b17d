import { runProgram } from './run-program';

describe('runProgram', () => {
  // Ctrl-C in a terminal goes to its whole group: initdb was cut off, and a stop in order looked like a failure.
  it('runs a program in a group of its own', async () => {
    const script = 'test "$(ps -o pgid= -p $$ | tr -d " ")" = "$$"';
    expect(await runProgram('/bin/sh', ['-c', script], null)).toBe(0);
  });
});
