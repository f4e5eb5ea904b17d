import { compileSchemaCheck } from './drop-schema';
import { readDropText } from './read-drop';

const checkSchema = compileSchemaCheck();
const HEAD = 'id: linea\nname: Linea\nchain: linea\n';
/** Errors of a file with these groups, as `line:column path: message`. */
const faultsOf = (...lines: string[]) =>
  readDropText('linea.yaml', `${HEAD}${lines.join('\n')}\n`, checkSchema).faults.map(
    ({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`,
  );

describe('the price of a token', () => {
  it.each([
    ['nowhere', 'value: { price_usd: 0.5 }', '4:21 value.price_usd: requires a source with an address'],
    ['from memory', 'value: { source: memory, price_usd: 0.5 }', '4:37 value.price_usd: requires a source with an address'], // prettier-ignore
    ['without a day', 'value: { price_usd: { value: 0.5, source: https://a.b } }', '4:30 value.price_usd.value: requires the day of its source, `at`'], // prettier-ignore
  ])('is rejected with a source %s', (_, line, fault) => expect(faultsOf(line)).toEqual([fault]));

  it.each([
    ['its own', 'value: { price_usd: { value: 0.5, source: https://a.b, at: 2026-01-01 } }'],
    ['its group', 'value: { source: https://a.b, at: 2026-01-01, price_usd: 0.5 }'],
    ['its file', 'source: { url: https://a.b, at: 2026-01-01 }\nvalue: { price_usd: 0.5 }'],
    ['two levels', 'source: https://a.b\nvalue: { at: 2026-01-01, price_usd: 0.5 }'],
  ])('is accepted with source and day of %s', (_, lines) => expect(faultsOf(lines)).toEqual([]));

  it('requires no source while it is unknown', () => {
    expect(faultsOf('value: { price_usd: null }')).toEqual([]);
    expect(faultsOf('value: { price_usd: { value: null } }')).toEqual([]);
  });
});

describe('the tokens of a drop', () => {
  // The difference is below the precision of a double.
  it('are rejected above the supply, exactly', () => {
    const supply = '1000000000000000000000';
    const declared = (tokens: string) => `distribution: { tokens: '${tokens}', total_supply: '${supply}' }`;
    expect(faultsOf(declared(supply))).toEqual([]);
    expect(faultsOf(declared(`${supply}.0`))).toEqual([]);
    expect(faultsOf(declared(`${supply}.1`))).toEqual([
      `4:25 distribution.tokens: must not be above total_supply, ${supply}`,
    ]);
  });
});

describe('the share of the supply', () => {
  const DISTRIBUTION = "distribution: { tokens: '150', total_supply: '1000' }";
  const share = (declared: string) => faultsOf(DISTRIBUTION, `value: { supply_share: ${declared} }`);

  // A lower one counts a part of the wallets, such as those that claimed.
  it.each([['0.15'], ['0.16'], ['0.05'], ['[0.1, 0.5]'], ['{ value: [0.14, 0.15] }']])(
    'is accepted as %s, up to 10 %% above tokens / total_supply',
    (declared) => expect(share(declared)).toEqual([]),
  );

  it.each([['0.17'], ['[0.2, 0.3]']])('is rejected as %s', (declared) => {
    const message = 'must not be above tokens / total_supply of the distribution, 0.15';
    expect(share(declared)).toEqual([`5:24 value.supply_share: ${message}`]);
  });
});

describe('a finding', () => {
  const page = 'url: https://a.b/loss, at: 2026-04-01';

  it('is accepted as a word, and with its page, day and statement', () => {
    expect(faultsOf('caps: [single_unofficial_source]')).toEqual([]);
    expect(faultsOf(`caps: [{ finding: abandoned, ${page}, note: Ended }, asks_secrets]`)).toEqual([]);
    expect(faultsOf(`caps: [{ finding: phishing_listed, ${page} }]`)).toEqual([]);
  });

  it.each([
    ['[loss_not_made_good]', '4:8 caps[0]: requires its page and day: { finding, url, at, note }'],
    ['[asks_secrets, abandoned]', '4:22 caps[1]: requires its page and day: { finding, url, at, note }'],
    ['[{ finding: abandoned, at: 2026-04-01 }]', '4:8 caps[0]: "url" is missing'],
    ['[{ finding: abandoned, url: https://a.b }]', '4:8 caps[0]: "at" is missing'],
    [`[{ ${page} }]`, '4:8 caps[0]: "finding" is missing'],
    [
      '[{ finding: abandoned, url: http://a.b, at: 2026-04-01 }]',
      '4:35 caps[0].url: must be an https address, such as `https://example.org/docs`',
    ],
    ['[{ finding: abandoned, url: https://a.b, at: 2026-02-30 }]', '4:52 caps[0].at: is not an existing day'],
    [`[{ finding: abandoned, ${page}, cap: 20 }]`, '4:69 caps[0].cap: unknown key "cap"'],
    [`[asks_secrets, { finding: asks_secrets, ${page} }]`, '4:22 caps[1]: must not state "asks_secrets" again'],
    ['[asks_secrets, asks_secrets]', '4:7 caps: must not contain duplicates'],
  ])('is rejected as %s', (caps, fault) => {
    expect(faultsOf(`caps: ${caps}`)).toEqual([fault]);
  });

  it('is rejected as an unknown word, which names the known ones', () => {
    expect(faultsOf('caps: [abandonned]')).toEqual([
      expect.stringMatching(/^4:8 caps\[0\]: must be one of asks_secrets, .*abandoned; did you mean "abandoned"\?$/),
    ]);
  });
});

describe('a grade', () => {
  const graded = (score: string) => faultsOf(`legit: { team: { score: ${score}, url: https://a.b, checked_at: 2026-01-01 } }`); // prettier-ignore

  it('is rejected outside 0 to 1', () => {
    expect([graded('0'), graded('1')]).toEqual([[], []]);
    expect(graded('1.01')).toEqual(['4:25 legit.team.score: must be at most 1']);
    expect(graded('-0.5')).toEqual(['4:25 legit.team.score: must be at least 0']);
  });
});
