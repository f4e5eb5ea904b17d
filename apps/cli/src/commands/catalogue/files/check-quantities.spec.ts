import { compileSchemaCheck } from './drop-schema';
import { readDropText } from './read-drop';
import { writeDropText } from './write-drop';

const checkSchema = compileSchemaCheck();
const HEAD = 'id: linea\nname: Linea\nchain: linea\n';
const SOURCE = 'source: https://rules.example';
const read = (...lines: string[]) => readDropText('linea.yaml', `${HEAD}${lines.join('\n')}\n`, checkSchema);
/** Errors of a file with these groups, as `line:column path: message`. */
const faultsOf = (...lines: string[]) =>
  read(...lines).faults.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`);
const amounts = (declared: string) => faultsOf(`value: { tokens_per_wallet: { ${SOURCE}, ${declared} } }`);

describe('the known amounts per wallet', () => {
  it.each([
    ['all of them', "min: '1', p10: '2.5', p50: '10', p90: '10', max: '100'"],
    ['one of them', "p50: '10'"],
    ['amounts beyond the precision of a double', "min: '90071992547409930.1', max: '90071992547409930.2'"],
  ])('are accepted as %s', (_, declared) => expect(amounts(declared)).toEqual([]));

  it.each([
    ['a median below the least amount', "min: '5', p50: '4'", 'p50', 'must not be below min, 5'],
    ['a median above p90', "p50: '5', p90: '4'", 'p90', 'must not be below p50, 5'],
    ['a least amount above the greatest', "min: '5', max: '4'", 'max', 'must not be below min, 5'],
    ['a difference below the precision of a double', "min: '90071992547409930.2', max: '90071992547409930.1'", 'max', 'must not be below min, 90071992547409930.2'], // prettier-ignore
    ['an amount of 0', "min: '0.0'", 'min', 'must be above 0'],
    ['a number without quotes', 'min: 5', 'min', 'must be text: put it in quotes'],
    ['an exponent', "min: '1e3'", 'min', 'must be an exact decimal number in quotes, such as "1162000000" or "0.5"'],
    ['an unknown key', "mean: '5'", 'mean', 'unknown key "mean"'],
  ])('are rejected for %s, at its place', (_, declared, name, message) => {
    const [fault, ...others] = amounts(declared).filter((each) => each.includes(`tokens_per_wallet.${name}:`));
    expect([fault, others]).toEqual([expect.stringMatching(/^4:\d+ /), []]);
    expect(fault).toContain(`value.tokens_per_wallet.${name}: ${message}`);
  });

  it('are rejected without any amount', () => {
    const [fault] = faultsOf(`value: { tokens_per_wallet: { ${SOURCE} } }`);
    expect(fault).toBe('4:10 value.tokens_per_wallet: states none of min, p10, p50, p90, max');
  });

  it('require a page, of their own, their group or the file', () => {
    const fault = '4:29 value.tokens_per_wallet: requires a source with an address';
    expect(faultsOf("value: { tokens_per_wallet: { p50: '10' } }")).toEqual([fault]);
    expect(faultsOf("value: { tokens_per_wallet: { p50: '10', source: memory } }")).toEqual([fault]);
    expect(faultsOf(`value: { ${SOURCE}, tokens_per_wallet: { p50: '10' } }`)).toEqual([]);
    expect(faultsOf(SOURCE, "value: { tokens_per_wallet: { p50: '10' } }")).toEqual([]);
  });

  it('are rejected if the tokens do not suffice for the least amount of every eligible wallet', () => {
    const distribution = "distribution: { tokens: '1000.5', wallets: 100 }";
    const min = (least: string, more = '') =>
      faultsOf(distribution, `value: { tokens_per_wallet: { ${SOURCE}, min: '${least}' }${more} }`);
    expect(min('10.005')).toEqual([]);
    expect(min('10.0051')).toEqual([
      '5:67 value.tokens_per_wallet.min: times 100 wallets must not be above distribution.tokens, 1000.5',
    ]);
    // The wallets that the expected value counts come first, of a range its lower end.
    expect(min('20', ', eligible_wallets: 50')).toEqual([]);
    expect(min('20', ', eligible_wallets: [50, 500]')).toEqual([]);
    expect(min('20', ', eligible_wallets: { value: 51 }')).toHaveLength(1);
  });

  it('are read in their order with the source of the group, and written as they were', () => {
    const text =
      "value:\n  tokens_per_wallet: { max: '9', min: '1.50', source: https://rules.example, at: 2026-11-29 }";
    const { definition } = read(text);
    const source = { kind: 'reported', url: 'https://rules.example', at: '2026-11-29' };
    expect(definition?.value.tokensPerWallet).toEqual({ value: { min: '1.50', max: '9' }, source });
    expect(Object.keys(definition!.value.tokensPerWallet!.value)).toEqual(['min', 'max']);
    const written = readDropText('linea.yaml', writeDropText(definition!, checkSchema), checkSchema);
    expect(written.definition).toEqual(definition);
    // A drop without them stays equal to its stored definition.
    expect(read('value: { tokens_per_wallet: null }').definition?.value).not.toHaveProperty('tokensPerWallet');
  });
});

describe('the tokens that reached wallets', () => {
  const claimed = (amount: string) => faultsOf(`distribution: { tokens: '75000000', claimed: '${amount}' }`);

  it('are rejected above the offered tokens', () => {
    expect([claimed('50309197'), claimed('75000000.0')]).toEqual([[], []]);
    expect(claimed('75000000.1')).toEqual(['4:46 distribution.claimed: must not be above tokens, 75000000']);
  });

  it('are rejected above the supply where the offered tokens are unknown', () => {
    expect(faultsOf("distribution: { total_supply: '10', claimed: { value: '11', source: memory } }")).toEqual([
      '4:55 distribution.claimed.value: must not be above total_supply, 10',
    ]);
  });
});
