import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import * as fc from 'fast-check';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runs } from '../../../../../../tools/test/runs';
import { compileSchemaCheck } from './drop-schema';
import { readCatalogue } from './read-catalogue';
import { readDropText } from './read-drop';
import { anyDefinition, anyLine } from './testing';
import { UnwritableDropError, writeDropText } from './write-drop';

const checkSchema = compileSchemaCheck();
const write = (definition: Parameters<typeof writeDropText>[0]) => writeDropText(definition, checkSchema);

describe('writeDropText', () => {
  const page = { kind: 'onchain', url: 'https://etherscan.io/address/0x17', at: '2026-11-23' } as const;
  const market = { kind: 'reported', url: 'https://polymarket.com/event/linea', at: '2026-11-22' } as const;
  const sourced = <T>(value: T) => ({ value, source: page });

  it('states a shared source once, and that of each other fact', () => {
    const definition = dropDefinition({
      id: 'linea-2',
      name: 'Linea: season #2',
      chain: sourced('linea'),
      token: {
        symbol: sourced('LINEA'),
        decimals: { value: 18, source: { kind: 'memory', url: null, at: null } },
        address: null,
      },
      wallets: ['evm'],
      distribution: { tokens: sourced('1000000'), wallets: sourced(749_662), totalSupply: null },
      claim: {
        rpc: 'linea',
        contract: 'eip155:59144:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
        check: 'hasClaimed(uint256 index) returns (bool)',
        codeHash: `0x${'ab'.repeat(32)}`,
        source: page,
      },
      sources: { polymarket: { market: 'linea', outcome: 'Yes' } },
      events: [
        eventDefinition({ key: 'claim', source: page }),
        eventDefinition({
          key: 'tge',
          type: 'tge',
          title: 'Launch',
          startsAt: '2026-09-01T00:00:00.000Z',
          endsAt: null,
          precision: 'month',
          status: 'tentative',
          source: market,
        }),
      ],
      value: {
        ...dropDefinition().value,
        fdvUsd: { value: [1e8, 5e8], source: market },
        probability: { value: 0.7, source: market },
      },
      caps: ['single_unofficial_source'],
      notes: 'Seen on a chain.',
    });
    expect(write(definition)).toBe(EXPECTED);
  });

  it('is read as the definition that was written, for every file of the catalogue', async () => {
    const { definitions } = await readCatalogue(join(__dirname, '../../../../../../prisma/catalogue'));
    expect(definitions).toHaveLength(201);
    for (const definition of definitions) {
      const { definition: read, faults } = readDropText(`${definition.id}.yaml`, write(definition), checkSchema);
      expect({ read, faults }).toEqual({ read: definition, faults: [] });
    }
  });

  it('is read as the definition that was written, for any definition', () =>
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const { definition: read, faults } = readDropText(`${definition.id}.yaml`, write(definition), checkSchema);
        expect({ read, faults }).toEqual({ read: definition, faults: [] });
      }),
      { numRuns: runs(12, 60) },
    ));

  // A name from a chain must not become a key, a comment, an anchor or a tag, and no editor or terminal may hide a part.
  it('writes any name as a value, in visible characters', () =>
    fc.assert(
      fc.property(anyLine, (name) => {
        const text = write(dropDefinition({ name }));
        expect(parse(text)).toEqual({ id: 'linea', name, chain: 'linea' });
        expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    ));

  it.each([
    ['an invalid id', dropDefinition({ id: '../linea' }), 'id: must be lower-case'],
    ['a name with a line break', dropDefinition({ name: 'a\nb: c' }), 'name: must be one line'],
    ['a chain without a form', dropDefinition({ chain: fact('a b') }), 'chain: must be a chain slug'],
    [
      'an official page without a day',
      dropDefinition({ chain: { value: 'linea', source: { ...page, at: null } } }),
      ': a file cannot state this definition',
    ],
    [
      'a snapshot that the calendar would replace',
      dropDefinition({ events: [eventDefinition({ type: 'snapshot', block: 7 })] }),
      ': a file cannot state this definition',
    ],
  ])('rejects %s', (_, definition, message) => {
    expect(() => write(definition)).toThrow(UnwritableDropError);
    expect(() => write(definition)).toThrow(message);
  });
});

const EXPECTED = `# yaml-language-server: $schema=./drop.schema.json
id: linea-2
name: "Linea: season #2"
source:
  kind: onchain
  url: https://etherscan.io/address/0x17
  at: 2026-11-23
chain: linea
token:
  symbol: LINEA
  decimals: { value: 18, source: memory }
wallets:
  - evm
distribution:
  tokens: "1000000"
  wallets: 749662
claim:
  rpc: linea
  contract: "0x1789e0043623282D5DCc7F213d703C6D8BAfBB04"
  chain_id: 59144
  code_hash: "0x${'ab'.repeat(32)}"
  check:
    function: hasClaimed(uint256 index) returns (bool)
sources:
  polymarket: { market: linea, outcome: Yes }
events:
  - id: claim
    type: claim
    title: Claim window
    starts_at: 2026-09-10T13:00:00Z
    ends_at: 2026-12-09T00:00:00Z
  - id: tge
    type: tge
    title: Launch
    starts_at: 2026-09-01
    precision: month
    status: tentative
    source: &source1
      kind: reported
      url: https://polymarket.com/event/linea
      at: 2026-11-22
value:
  source: *source1
  fdv_usd: [ 100000000, 500000000 ]
  probability: 0.7
caps:
  - single_unofficial_source
notes: >-
  Seen on a chain.
`;
