import { UsageError } from '../processes/program';
import { parseOptions } from './options';

describe('parseOptions', () => {
  it('uses the default data, and writes', () => expect(parseOptions([])).toEqual({ data: null, isCheck: false }));

  it('takes a folder and the check', () => {
    expect(parseOptions(['--data', 'x', '--check'])).toEqual({ data: 'x', isCheck: true });
  });

  it.each([['--dat'], ['x'], ['--data']])('rejects %s', (argument) => {
    expect(() => parseOptions([argument])).toThrow(UsageError);
  });
});
