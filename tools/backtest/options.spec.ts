import { UsageError } from '../bench/process/program';
import { parseOptions } from './options';

describe('parseOptions', () => {
  it('takes the usual data, and writes', () => expect(parseOptions([])).toEqual({ data: null, isCheck: false }));

  it('takes a folder, and only checks when asked to', () => {
    expect(parseOptions(['--data', 'x', '--check'])).toEqual({ data: 'x', isCheck: true });
  });

  it.each([['--dat'], ['x'], ['--data']])('refuses %s', (argument) => {
    expect(() => parseOptions([argument])).toThrow(UsageError);
  });
});
