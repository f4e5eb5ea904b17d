import { checkClaim, checkDrop, checkSources } from './check-drop';
import { compileSchemaCheck } from './drop-schema';
import { formatPath } from './fault';

describe('checkDrop', () => {
  const findings = (data: unknown) =>
    checkDrop(data, 'linea').map(({ path, message }) => `${formatPath(path)}: ${message}`);

  it('requires the id to be the name of the file', () => {
    expect(findings({ id: 'linea' })).toEqual([]);
    expect(findings({ id: 'scroll' })).toEqual(['id: must be the name of the file, "linea"']);
  });

  it('reserves the ids of sample drops', () => {
    expect(checkDrop({ id: 'sample-linea' }, 'sample-linea').map(({ path, message }) => [path, message])).toEqual([
      [['id'], 'must not begin with "sample-", which only sample drops do'],
    ]);
    expect(checkDrop({ id: 'samples' }, 'samples')).toEqual([]);
  });

  it.each([['2026-02-30'], [{ value: '2026-02-30' }]])('checks the snapshot date %j against the calendar', (date) => {
    expect(findings({ snapshot: { date } })).toEqual([
      expect.stringMatching(/^snapshot\.date(\.value)?: "2026-02-30" does not exist$/),
    ]);
  });

  it('requires the lower bound of a range first', () => {
    const value = { fdv_usd: [2, 1], supply_share: { value: [0.2, 0.1] }, eligible_wallets: [5, 5] };
    expect(findings({ value })).toEqual([
      'value.fdv_usd: p10 must not be above p90',
      'value.supply_share.value: p10 must not be above p90',
    ]);
  });

  it('rejects a date without a source', () => {
    const at = '2026-08-01';
    const data = {
      at,
      chain: { value: 'linea', at },
      token: { at, symbol: { value: 'A', at } },
      snapshot: { source: 'memory', block: { value: 1, at } },
      events: [{ at }, { at, source: 'memory' }],
    };
    expect(findings(data)).toEqual(
      ['at', 'chain.at', 'token.at', 'token.symbol.at', 'events[0].at'].map((path) => `${path}: requires a source`),
    );
    expect(findings({ ...data, source: 'memory' })).toEqual([]);
  });

  // A list inherits the source of the claim, and that of the file.
  it('rejects a date of the claim of a list without a source, its own or an inherited one', () => {
    const lists = { a: { at: '2026-08-01' }, b: { at: '2026-08-01', source: 'memory' }, c: {} };
    const contract = '0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
    const claim = { rpc: 'linea', contract, chain_id: 59_144, check: 'mapping', lists };
    expect(findings({ claim })).toEqual(['claim.lists.a.at: requires a source']);
    expect(findings({ claim: { ...claim, source: 'memory' } })).toEqual([]);
    expect(findings({ source: 'memory', claim })).toEqual([]);
  });

  it.each([[null], [[]], ['x'], [{ id: 5, snapshot: [], events: {}, value: 'x', token: null, chain: [] }]])(
    'leaves the form of %j to the schema',
    (data) => {
      expect(findings(data)).toEqual([]);
    },
  );
});

describe('checkClaim', () => {
  const CLAIM = {
    rpc: 'linea',
    contract: '0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
    chain_id: 59144,
    check: 'uniswap',
  };
  const TOKEN = CLAIM.contract;
  const DISTRIBUTOR = 'HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1';
  const ON_SOLANA = {
    contract: 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv',
    chain_id: undefined,
    check: { account: 'jito', distributor: DISTRIBUTOR },
  };
  const ON_SOLANA_LIST = { rpc: 'solana', contract: ON_SOLANA.contract, check: ON_SOLANA.check };
  const ofFunction = (terms: object) => ({
    check: { function: 'claimed(uint256 week, address) returns (bool)', ...terms },
  });
  const ON_LINEA = { address: 'eip155:59144/erc20:0x1789e0043623282d5dcc7f213d703c6d8bafbb04' };
  const checkSchema = compileSchemaCheck();
  /** Errors of the schema, then those of the check against the known functions and contracts. */
  function findings(over: object, token: object = {}): string[] {
    const claim = { ...CLAIM, ...over };
    const drop = { id: 'linea', name: 'Linea', chain: 'linea', claim };
    return [...checkSchema(drop), ...checkClaim(claim, token)].map(
      ({ path, on, message }) => `${formatPath(path)} (${on}): ${message}`,
    );
  }

  it.each([
    ['uniswap'],
    ['ens'],
    ['mapping'],
    [{ mapping: 'hasClaimed' }],
    [{ mapping: 'isClaimed' }],
    [{ function: 'hasClaimed(address) returns (bool)' }],
    [{ function: 'function amountClaimed(address account, uint256 index) view returns (uint256)' }],
    [{ function: 'claimed(uint256 week, address) returns (bool)', args: [12, 'wallet'] }],
    [{ function: 'isClaimed(bytes32) returns (bool)', args: ['leaf'] }],
    [{ function: 'claimed(bytes16, address) returns (bool)', args: ['0x' + 'ab'.repeat(16), 'wallet'] }],
    [
      {
        function: 'claimed(address, address) returns (uint208 amount, uint48 time)',
        args: ['wallet', TOKEN],
        result: 'amount',
      },
    ],
    [{ function: 'hasClaimed(address) returns (uint256)', style: 'flag' }],
    [{ function: 'claimableTokens(address) returns (uint256)', style: 'remaining', since: 70397689 }],
  ])('accepts %j', (check) => expect(findings({ check })).toEqual([]));

  it('takes the number of the chain from the token, and requires it if the token does not contain it', () => {
    const without = { chain_id: undefined };
    expect(findings(without, ON_LINEA)).toEqual([]);
    expect(findings(without, { address: { value: ON_LINEA.address, source: 'memory' } })).toEqual([]);
    const fault = ['claim (key): "chain_id" is missing, and cannot be derived from the token\'s address'];
    expect(findings(without)).toEqual(fault);
    expect(findings(without, { address: null })).toEqual(fault);
    expect(findings(without, { address: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:abc' })).toEqual(fault);
  });

  // These functions return the rest that can still be claimed. A 0 would be misread as "has not claimed".
  it.each([
    [{ function: 'claimableTokens(address) returns (uint256)' }, 'claimableTokens(address) returns (uint256)'],
    [{ mapping: 'canClaim' }, 'canClaim(address) returns (bool)'],
    [{ mapping: 'claimableTokens' }, 'claimableTokens(address) returns (bool)'],
  ])('rejects %j by name, and lists the known functions', (check, signature) => {
    expect(findings({ check })).toEqual([
      `claim.check (value): function "${signature}" is not known to report a claim; known are isClaimed, hasClaimed, ` +
        'claimed and userToClaimStatus returning a bool that is true once claimed, or claimed, claimedAmount, amountClaimed, ' +
        'claimedTokens, cumulativeClaimed and userToClaimedAmount returning a uint256, the claimed base units',
    ]);
  });

  // Holders send transactions to this contract: a typing error would lead them to a foreign one.
  it('rejects a misspelt contract by its checksum', () => {
    expect(findings({ contract: CLAIM.contract.replace('0x1789', '0x1788') })).toEqual([
      expect.stringMatching(/^claim\.contract \(value\): contract 0x.* has a wrong checksum/),
    ]);
  });

  it.each([
    [{ contract: 1.2e47 }, /^claim\.contract .*put it in quotes$/],
    [{ contract: '0x12' }, /^claim\.contract .*must be an address/],
    [{ chain_id: 0 }, /^claim\.chain_id .*at least 1/],
    [{ code_hash: `0x${'AB'.repeat(32)}` }, /^claim\.code_hash .*64 hex digits in lower case/],
    [{ code_hash: '0xab' }, /^claim\.code_hash .*64 hex digits in lower case/],
    [{ rpc: 'https://rpc.example.com/key' }, /^claim\.rpc .*name of a chain/],
    [{ check: 'uniswp' }, /^claim\.check .*did you mean "uniswap"\?/],
    [{ check: 7 }, /^claim\.check .*must be text or a group of keys/],
    [{ check: {} }, /^claim\.check .*must have one of mapping, function, account/],
    [{ check: { mapping: 'a b' } }, /^claim\.check\.mapping .*must be a name/],
    [{ check: { function: 'claim(address) payable returns (bool)' } }, /^claim\.check .*must be a view/],
    [{ check: { function: 'isClaimed(uint256) returns (bool)' } }, /^claim\.check .*of these kinds only/],
    [{ kind: 'uniswap' }, /^claim\.kind \(key\): unknown key/],
    [
      { check: { mapping: 'claimed', function: 'claimed(address) returns (bool)' } },
      /^claim\.check .*must have one of/,
    ],
    [{ check: { mapping: 'claimed', args: ['wallet'] } }, /^claim\.check\.args .*is not for "mapping"/],
    [{ ...ON_SOLANA, check: { account: 'jito', style: 'flag' } }, /^claim\.check\.style .*is not for "account"/],
    [ofFunction({ args: [12] }), /^claim\.check\.args .*1 arguments for 2 parameters/],
    [ofFunction({ args: ['wallet', 12] }), /^claim\.check\.args\[0\] .*must be index, or amount, or a whole number/],
    [ofFunction({ args: [-1, 'wallet'] }), /^claim\.check\.args\[0\] .*must be index/],
    [ofFunction({ args: [12, 'walet'] }), /^claim\.check\.args\[1\] .*must be wallet, or an address in quotes/],
    [ofFunction({ args: [2 ** 60, 'wallet'] }), /^claim\.check\.args\[0\] .*must be in quotes/],
    [ofFunction({ args: [12, CLAIM.contract] }), /^claim\.check\.args .*must be about one claim/],
    [
      ofFunction({ args: [12, CLAIM.contract.replace('0x1789', '0x1788')] }),
      /^claim\.check\.args\[1\] .*must be wallet/,
    ],
    [ofFunction({ args: [12, 'wallet'], result: 'amount' }), /^claim\.check\.result .*must be the name of one value/],
    [ofFunction({ args: [12, 'wallet'], style: 'remaining' }), /^claim\.check\.style .*must be left out/],
    [ofFunction({ args: [12, 'wallet'], since: 5 }), /^claim\.check\.since .*is only for "style: remaining"/],
    [ofFunction({ args: [12, 'wallet'], style: 'inverse' }), /^claim\.check\.style .*must be one of flag, remaining/],
    [
      { ...ON_SOLANA, check: { account: 'jto', distributor: DISTRIBUTOR } },
      /^claim\.check\.account .*did you mean "jito"\?/,
    ],
    [{ ...ON_SOLANA, check: { account: 'jito' } }, /^claim\.check .*"distributor" is missing/],
    [{ ...ON_SOLANA, check: { account: 'jito', distributor: '0x12' } }, /^claim\.check\.distributor .*Solana address/],
    [{ ...ON_SOLANA, chain_id: 1 }, /^claim\.chain_id .*must be left out/],
    [{ ...ON_SOLANA, code_hash: `0x${'ab'.repeat(32)}` }, /^claim\.code_hash .*must be left out/],
    [{ ...ON_SOLANA, contract: CLAIM.contract }, /^claim\.contract .*must be a Solana address/],
  ])('reports the error of %j', (over, fault) => {
    const found = findings(over);
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(each).toMatch(fault);
  });

  it('accepts a Solana program with its distributor', () => {
    expect(findings(ON_SOLANA)).toEqual([]);
  });

  describe('of named lists', () => {
    const { rpc, contract, chain_id, check } = CLAIM;
    const listFindings = (claim: object) =>
      [...checkSchema({ id: 'linea', name: 'Linea', chain: 'linea', claim }), ...checkClaim(claim, {})].map(
        ({ path, on, message }) => `${formatPath(path)} (${on}): ${message}`,
      );

    it('accepts a list that states a part, and one that states all', () => {
      expect(
        listFindings({ ...CLAIM, lists: { 'season-2': { contract }, 'season-3': { ...CLAIM, rpc: 'base' } } }),
      ).toEqual([]);
      expect(listFindings({ rpc, contract, chain_id, lists: { a: { check }, b: { check: 'mapping' } } })).toEqual([]);
      expect(listFindings({ lists: { a: CLAIM, b: ON_SOLANA_LIST } })).toEqual([]);
      // The number of an EVM chain is no default of a list on Solana.
      expect(listFindings({ ...CLAIM, lists: { b: ON_SOLANA_LIST } })).toEqual([]);
    });

    it('reports an error where it is declared, and once for all lists that share it', () => {
      const wrong = contract.replace('0x1789', '0x1788');
      expect(listFindings({ ...CLAIM, lists: { a: { contract: wrong }, b: {} } })).toEqual([
        expect.stringMatching(/^claim\.lists\.a\.contract \(value\): contract 0x.* has a wrong checksum/),
      ]);
      expect(listFindings({ ...CLAIM, contract: wrong, lists: { a: {}, b: {} } })).toEqual([
        expect.stringMatching(/^claim\.contract \(value\): contract 0x.* has a wrong checksum/),
      ]);
    });

    it.each<[object, string]>([
      [{ lists: {} }, 'claim.lists (value): must have at least 1 keys'],
      [{ lists: { a: { rpc, check, chain_id } } }, 'claim.lists.a (key): "contract" is missing'],
      [{ check, lists: { a: CLAIM } }, 'claim (key): "rpc" is missing'],
      [{ ...CLAIM, lists: { 'Season 2': {} } }, 'claim.lists."Season 2" (key): must be the name of a list'],
      [{ ...CLAIM, lists: { a: { lists: {} } } }, 'claim.lists.a.lists (key): unknown key "lists"'],
      [{ rpc, contract, check, lists: { a: CLAIM } }, 'claim (key): "chain_id" is missing'],
    ])('rejects %j', (claim, fault) => {
      expect(listFindings(claim)[0]).toContain(fault);
    });
  });

  it.each([[null], ['x'], [[]], [{}], [{ rpc: 1, contract: [], check: null }]])(
    'leaves the form of %j to the schema',
    (claim) => {
      expect(checkClaim(claim, null)).toEqual([]);
    },
  );
});

describe('checkSources', () => {
  const findings = (sources: unknown) =>
    checkSources(sources).map(({ path, message, on }) => `${formatPath(path)} (${on}): ${message}`);

  it('accepts the queries of each source, and false', () => {
    expect(
      findings({
        farcaster: 'https://warpcast.com/~/channel/linea',
        defillama: 'linea',
        evm: { rpc: 'linea', contract: '0x1111111111111111111111111111111111111111' },
        reddit: 'linea',
        rss: ['https://example.org/feed.xml'],
        coingecko: false,
        github: 'Consensys/linea-monorepo',
        polymarket: 'linea-airdrop',
        snapshot: 'linea.eth',
      }),
    ).toEqual([]);
  });

  // A misspelt source would never be read, without any error.
  it('suggests the known name for a misspelt one', () => {
    expect(findings({ githb: 'a/b' })).toEqual(['sources.githb (key): unknown source "githb"; did you mean "github"?']);
    expect(findings({ twitter: 'x' })).toEqual([
      expect.stringMatching(/^sources\.twitter .*known sources are farcaster, /),
    ]);
  });

  it.each([
    ['farcaster'],
    ['defillama'],
    ['evm'],
    ['reddit'],
    ['rss'],
    ['coingecko'],
    ['github'],
    ['polymarket'],
    ['snapshot'],
  ])('lists the valid queries of %s for an invalid one', (source) => {
    for (const declared of [true, 0, '', [], {}, '\u0000', 'x'.repeat(5_000)]) {
      expect(findings({ [source]: declared })).toEqual([expect.stringMatching(/\(value\): must .*, or false$/)]);
    }
  });
});
