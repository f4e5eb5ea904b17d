import { DISTRIBUTION_METHODS } from '@droptrack/contracts';
import { compileSchemaCheck } from './drop-schema';
import { readDropText } from './read-drop';

const checkSchema = compileSchemaCheck();
const HEAD = 'id: linea\nname: Linea\nchain: linea\n';
/** Errors of a file with these groups, as `line:column path: message`. */
const faultsOf = (...lines: string[]) =>
  readDropText('linea.yaml', `${HEAD}${lines.join('\n')}\n`, checkSchema).faults.map(
    ({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`,
  );
const CONTRACT = "contract: '0x1789e0043623282D5DCc7F213d703C6D8BAfBB04', chain_id: 59144";
const claim = (check: string) => `claim: { rpc: linea, ${CONTRACT}, check: ${check} }`;
const SOLANA =
  "claim: { rpc: solana, contract: 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv', check: { account: jito, distributor: 'HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1' } }";

describe('a method without a claim', () => {
  const CREDITED = ['registration_then_credit', 'direct_credit', 'genesis', 'mintless', 'exchange_program'] as const;

  it.each(CREDITED)('is rejected beside a claim, with its position: %s', (method) => {
    const message = `contradicts claim: tokens of the method ${method} are credited, and no contract pays them out`;
    expect(faultsOf(`distribution: { method: ${method} }`, claim('mapping'))).toEqual([
      `4:25 distribution.method: ${message}`,
    ]);
    expect(faultsOf(`distribution: { method: { value: ${method} } }`, claim('uniswap'))).toEqual([
      `4:34 distribution.method.value: ${message}`,
    ]);
    expect(faultsOf(`distribution: { method: ${method} }`)).toEqual([]);
  });

  it('are all methods that no claim contradicts', () => {
    const others = DISTRIBUTION_METHODS.filter((method) => !CREDITED.some((each) => each === method));
    for (const method of others) {
      expect(faultsOf(`distribution: { method: ${method} }`, claim('mapping'))).toEqual([]);
    }
  });
});

describe('a claim that reads a leaf of a tree', () => {
  const message = 'contradicts claim, which reads a leaf of a tree: must be merkle or cumulative_merkle';
  const CLAIMS = [
    ['an index', claim('uniswap')],
    [
      'an index among arguments',
      claim("{ function: 'claimed(uint256 a, uint256 b) returns (bool)', args: [12, index] }"),
    ],
    ['a leaf', claim("{ function: 'claimed(bytes32 leaf) returns (bool)' }")],
    ['an account on Solana', SOLANA],
    ['a named list', `${claim('mapping').slice(0, -2)}, lists: { season-2: { check: uniswap } } }`],
  ] as const;

  it.each(CLAIMS)('by %s is rejected beside a method without one', (_, declared) => {
    for (const method of ['onchain_allocation', 'balance_derived', 'signed_claim', 'soulbound_nft']) {
      expect(faultsOf(`distribution: { method: ${method} }`, declared)).toEqual([
        `4:25 distribution.method: ${message}`,
      ]);
    }
  });

  it.each(CLAIMS)('by %s is accepted beside a tree', (_, declared) => {
    for (const method of ['merkle', 'cumulative_merkle']) {
      expect(faultsOf(`distribution: { method: ${method} }`, declared)).toEqual([]);
    }
  });
});

describe('a checker', () => {
  const PAGE = 'url: https://linea.build/airdrop, kind: page, list: per_wallet';

  it('has the source of its own, of its group or of its file', () => {
    const sourceOf = (text: string) =>
      readDropText('linea.yaml', HEAD + text, checkSchema).definition?.distribution.checker?.source?.url;
    expect(sourceOf(`distribution: { checker: { ${PAGE}, source: https://a.b } }\n`)).toBe('https://a.b');
    expect(sourceOf(`distribution: { source: https://c.d, checker: { ${PAGE} } }\n`)).toBe('https://c.d');
    expect(sourceOf(`source: https://e.f\ndistribution: { checker: { ${PAGE} } }\n`)).toBe('https://e.f');
  });

  it.each([
    ['no list', 'url: https://a.b, kind: page', '4:26 distribution.checker: "list" is missing'],
    ['an unknown kind', 'url: https://a.b, kind: pages, list: full', '4:52 distribution.checker.kind: must be one of page, api; did you mean "page"?'], // prettier-ignore
    ['an address that is not https', 'url: http://a.b, kind: page, list: full', '4:33 distribution.checker.url: must be an https address, such as `https://example.org/docs`'], // prettier-ignore
    ['a day without a source', `${PAGE}, at: 2026-01-01`, '4:92 distribution.checker.at: requires a source'],
  ])('with %s is rejected', (_, members, fault) =>
    expect(faultsOf(`distribution: { checker: { ${members} } }`)).toEqual([fault]),
  );
});
