import { BENCH_NAMES } from './benches';
import { parseOptions, USAGE } from './options';
import { UsageError } from '../processes/program';

describe('parseOptions', () => {
  it('runs all benches by default', () => {
    expect(parseOptions([]).only).toEqual(BENCH_NAMES);
  });

  it.each([[['--only', 'limits,http, queries']], [['--only', 'limits', '--only', 'queries,http', '--only=http']]])(
    'takes names from %j in the order of the benches',
    (args) => {
      expect(parseOptions(args).only).toEqual(['http', 'queries', 'limits']);
    },
  );

  it('lists the benches when a name is unknown', () => {
    expect(() => parseOptions(['--only', 'http,htttp'])).toThrow(UsageError);
    expect(() => parseOptions(['--only', 'http,htttp'])).toThrow(/"htttp"; there are http, queries, .*sdk/);
  });

  it.each([['--rows=0'], ['--rows=many'], ['--fast']])('rejects %s', (arg) => {
    expect(() => parseOptions([arg])).toThrow(UsageError);
  });
});

it('describes every bench in the usage', () => {
  for (const name of BENCH_NAMES) expect(USAGE).toMatch(new RegExp(`^ +${name} +\\S`, 'm'));
});
