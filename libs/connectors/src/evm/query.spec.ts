import { SourceQueryError } from '@droptrack/sources';
import { parseEvmQuery } from './query';

const CHECKSUMMED = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ADDRESS = CHECKSUMMED.toLowerCase();
const OTHER = '0x1111111111111111111111111111111111111111';
// The keccak-256 hashes of Transfer(address,address,uint256) and of Deposit(address,uint256).
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';

describe('the query of a catalogue file for an EVM chain', () => {
  it('accepts a contract, and counts transfers when it names no event', () =>
    expect(parseEvmQuery({ rpc: 'linea', contract: CHECKSUMMED })).toEqual({
      rpc: 'linea',
      contracts: [ADDRESS],
      topic: TRANSFER,
    }));

  // The memory of earlier polls is keyed by the query.
  it('returns the same query for the same contracts in any order and letter case', () => {
    const [one, same] = [
      [OTHER, CHECKSUMMED],
      [ADDRESS, OTHER, ADDRESS],
    ].map((contract) => parseEvmQuery({ rpc: 'linea', contract }));
    expect(one).toEqual(same);
  });

  it.each([
    'Deposit(address,uint256)',
    ' Deposit( address , uint ) ',
    'event Deposit(address indexed user, uint256 amount)',
    'Deposit(address user, uint256 amount)',
  ])('accepts the event %j', (event) =>
    expect(parseEvmQuery({ rpc: 'linea', contract: ADDRESS, event }).topic).toBe(DEPOSIT),
  );

  it.each([
    ['Deposit', 'signature'],
    ['Deposit(address', 'signature'],
    ['Deposit(address,uint257x)', 'signature'],
    ['function deposit(address)', 'signature'],
    ['Deposit()', 'first parameter'],
    ['Deposit(uint256,address)', 'first parameter'],
    ['Deposit(address[])', 'first parameter'],
    ['Deposit(address from, address indexed to)', 'first parameter'],
  ])('rejects the event %j with a message about its %s', (event, words) =>
    expect(() => parseEvmQuery({ rpc: 'linea', contract: ADDRESS, event })).toThrow(
      expect.objectContaining({ name: 'SourceQueryError', message: expect.stringContaining(words) }),
    ),
  );

  it.each([
    ['a wrong checksum', CHECKSUMMED.replace('A0', 'a0'), 'EIP-55'],
    ['an address too short', '0x1234', '40 hexadecimal'],
    ['an address without quotes, which YAML reads as a number', 0x1234, 'quotes'],
    ['no contract', [], 'list of 1 to 5'],
    ['too many', Array.from({ length: 6 }, (_, n) => `0x${String(n).repeat(40)}`), 'list of 1 to 5'],
    ['nothing', undefined, '40 hexadecimal'],
  ])('rejects %s', (_, contract, words) =>
    expect(() => parseEvmQuery({ rpc: 'linea', contract })).toThrow(
      expect.objectContaining({ name: 'SourceQueryError', message: expect.stringContaining(words) }),
    ),
  );

  it.each([
    null,
    'linea',
    { contract: ADDRESS },
    { rpc: 'https://rpc.example', contract: ADDRESS },
    { rpc: 'linea', contract: ADDRESS, event: 'A'.repeat(201) },
    { rpc: 'linea', contract: ADDRESS, topic: TRANSFER },
  ])('rejects %j', (declared) => expect(() => parseEvmQuery(declared)).toThrow(SourceQueryError));
});
