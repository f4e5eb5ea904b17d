import { ed25519 } from '@noble/curves/ed25519';
import fc from 'fast-check';
import { isCurvePoint, programAddress } from './program-address';
import { publicKeyBytes, publicKeyText } from './public-key';

const JITO = 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv';
const key = (text: string): Uint8Array => publicKeyBytes(text)!;

describe('programAddress', () => {
  // Addresses of other implementations: github.com/many-exchange/many-cpp, `tests/solana/find_program_address.cpp` (the
  // second with bump 254, so the first hash is a point of the curve), and github.com/LMAX-Exchange/solana4j,
  // `BpfUpgradeableProgramTest.java`.
  it.each([
    {
      program: '6Cust2JhvweKLh4CVo1dt21s2PJ86uNGkziudpkNPaCj',
      seeds: ['8VBafTNv1F8k5Bg7DTVwhitw3MGAMTmekHsgLuMJxLC8'],
      address: 'FGnnqkzkXUGKD7wtgJCqTemU3WZ6yYqkYJ8xoQoXVvUG',
    },
    {
      program: 'BPFLoader1111111111111111111111111111111111',
      seeds: [
        'SeedPubey1111111111111111111111111111111111',
        '3gF2KMe9KiC6FNVBmfg9i267aMPvK37FewCip4eGBFcT',
        'HwRVBufQ4haG5XSgpspwKtNd3PC9GM9m1196uJW36vds',
      ],
      address: 'GXLbx3CbJuTTtJDZeS1PGzwJJ5jGYVEqcXum7472kpUp',
    },
    {
      program: 'BPFLoaderUpgradeab1e11111111111111111111111',
      seeds: ['EYB1g5R8beNtVqDpKpmkKWtLdhBY8Wh7q3QT3U3fbw7y'],
      address: '6HRdAxQMgxR9vxnfsfeYYuyyEabzJ8SiA3H2SJ4NFU9d',
    },
  ])('derives the published address $address', ({ program, seeds, address }) => {
    const derived = programAddress(seeds.map(key), key(program));
    expect(publicKeyText(derived!)).toBe(address);
  });

  // github.com/jito-foundation/distributor, README: the account that pays the airdrop, owned by the distributor of version 0.
  it('derives the published token account of the distributor of JTO', () => {
    const [mint, program] = ['jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL', JITO].map(key);
    const distributor = programAddress([Buffer.from('MerkleDistributor'), mint!, Buffer.alloc(8)], program!)!;
    expect(publicKeyText(distributor)).toBe('HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1');
    const [tokens, associated] = [
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    ].map(key);
    const vault = programAddress([distributor, tokens!, mint!], associated!);
    expect(publicKeyText(vault!)).toBe('8Xm3tkQH581s3MoRHWUNYA5jKbgPATW4tJAAxgwDC6T6');
  });
});

describe('publicKeyBytes', () => {
  it.each([[''], ['0x12'], ['l'.repeat(43)], ['1'.repeat(31)], ['1'.repeat(33)], ['z'.repeat(44)], ['1'.repeat(1e6)]])(
    'reads no key from %.50s',
    (text) => expect(publicKeyBytes(text)).toBeNull(),
  );
});

describe('isCurvePoint', () => {
  it('is true for the bytes that @noble/curves decodes', () => {
    // Below 2^254: of numbers above the prime, and of a sign of 0, Solana decodes what @noble/curves rejects.
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((all) => all.with(31, (all[31] ?? 0) & 63));
    const isDecoded = (point: Uint8Array): boolean => {
      try {
        return ed25519.ExtendedPoint.fromHex(point) !== null;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(bytes, (point) => {
        expect(isCurvePoint(point)).toBe(isDecoded(point));
        expect(isCurvePoint(ed25519.getPublicKey(point))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
