import * as fc from 'fast-check';
import {
  formatTokenAmount,
  InvalidAmountError,
  type InvalidAmountReason,
  parseBareHexAmount,
  parseBaseAmount,
  parseContractAmount,
  parseHexAmount,
  parseTokenAmount,
  readBaseAmount,
} from './token-amount';

const MAX = 2n ** 256n - 1n;

function reasonOf(work: () => bigint): InvalidAmountReason | 'accepted' {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (error instanceof InvalidAmountError) return error.reason;
    throw error;
  }
}

describe('parseTokenAmount', () => {
  it.each([
    ['0', 18, 0n],
    ['0.000', 0, 0n],
    ['12000', 18, 12_000n * 10n ** 18n],
    ['0.1', 18, 10n ** 17n],
    ['9749686.003287061223247467', 18, 9749686003287061223247467n],
    ['007.50', 1, 75n],
    ['1.000000', 0, 1n],
    ['3e2', 0, 300n],
    ['1.5E+3', 2, 150_000n],
    ['2500e-2', 0, 25n],
    ['7.776560078957232e-7', 22, 7776560078957232n],
    ['0e9999', 18, 0n],
    [MAX.toString(), 0, MAX],
  ])('parses %s with %d decimals exactly', (text, decimals, amount) => {
    expect(parseTokenAmount(text, decimals)).toBe(amount);
  });

  it.each<[string, number, InvalidAmountReason]>([
    ['', 18, 'empty'],
    ['xxx', 18, 'not_a_number'],
    ['-1', 18, 'negative'],
    ['-0.5', 18, 'negative'],
    ['-', 18, 'not_a_number'],
    ['+1', 18, 'not_a_number'],
    [' 1', 18, 'not_a_number'],
    ['1,000', 18, 'separators'],
    ['1 000', 18, 'separators'],
    ['0,5', 18, 'separators'],
    ["1'000.5", 18, 'separators'],
    ['.5', 18, 'not_a_number'],
    ['1.', 18, 'not_a_number'],
    ['1e', 18, 'not_a_number'],
    ['0x10', 18, 'not_a_number'],
    ['NaN', 18, 'not_a_number'],
    ['Infinity', 18, 'not_a_number'],
    ['١٢', 18, 'not_a_number'],
    ['1e99999', 18, 'not_a_number'],
    ['1'.repeat(201), 0, 'too_long'],
    // More than 18 decimals.
    ['7.776560078957232e-7', 18, 'too_precise'],
    ['0.5', 0, 'too_precise'],
    ['1e9999', 18, 'too_large'],
    [`${MAX + 1n}`, 0, 'too_large'],
    ['1e60', 18, 'too_large'],
  ])('rejects %s with %d decimals: %s', (text, decimals, reason) => {
    expect(reasonOf(() => parseTokenAmount(text, decimals))).toBe(reason);
  });

  it('parses every formatted amount, with or without an exponent', () => {
    const amount = fc.bigInt({ min: 0n, max: MAX });
    fc.assert(
      fc.property(amount, fc.nat({ max: 60 }), fc.integer({ min: -40, max: 40 }), (base, decimals, exponent) => {
        const text = formatTokenAmount(base, decimals);
        expect(parseTokenAmount(text, decimals)).toBe(base);
        // The same number with a shifted decimal point.
        const moved = `${formatTokenAmount(base, decimals + Math.max(exponent, 0))}e${Math.max(exponent, 0)}`;
        if (moved.length <= 200) expect(parseTokenAmount(moved, decimals)).toBe(base);
      }),
    );
  });
});

describe('parseBaseAmount', () => {
  it('parses digits', () => {
    expect(parseBaseAmount('1985193033015169834785068')).toBe(1985193033015169834785068n);
    expect(parseBaseAmount('000')).toBe(0n);
    expect(parseBaseAmount(`${MAX}`)).toBe(MAX);
  });

  it.each<[string, InvalidAmountReason]>([
    ['', 'empty'],
    ['-1', 'negative'],
    ['1,5', 'separators'],
    ['0x10', 'not_a_number'],
    ['1.5', 'not_whole'],
    ['1.0', 'not_whole'],
    // Written by a spreadsheet, which rounds.
    ['1.98519303301517E+24', 'rounded'],
    [`${MAX + 1n}`, 'too_large'],
    ['9'.repeat(201), 'too_long'],
  ])('rejects %s: %s', (text, reason) => {
    expect(reasonOf(() => parseBaseAmount(text))).toBe(reason);
  });
});

describe('readBaseAmount', () => {
  // A proof must not hold for an amount that a list cannot contain.
  it('accepts the same texts as parseBaseAmount, with the same amounts', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', '1', '9'), maxLength: 210 });
    const near = fc.bigInt({ min: MAX - 2n, max: MAX + 2n }).map(String);
    const texts = fc.oneof(digits, near, fc.string({ unit: fc.constantFrom('0', '5', '.', 'e', '-', ' ', 'x') }));
    const same = fc.property(texts, (text) => {
      const parse = () => parseBaseAmount(text);
      expect(readBaseAmount(text)).toBe(reasonOf(parse) === 'accepted' ? parse() : null);
    });
    fc.assert(same, { numRuns: 1_000 });
  });
});

describe('parseContractAmount', () => {
  it('parses every amount in decimal and hex, with leading zeros', () => {
    const amount = fc.bigInt({ min: 0n, max: MAX });
    fc.assert(
      fc.property(amount, (base) => {
        const hex = base.toString(16);
        expect(parseContractAmount(`${base}`)).toBe(base);
        if (hex.length !== 40) expect(parseContractAmount(`0x${hex}`)).toBe(base);
        expect(parseContractAmount(`0x${hex.toUpperCase().padStart(64, '0')}`)).toBe(base);
      }),
    );
  });

  it.each<[string, InvalidAmountReason]>([
    ['', 'empty'],
    ['0x', 'not_a_number'],
    ['0X10', 'not_a_number'],
    ['0xg', 'not_a_number'],
    ['c8', 'not_a_number'],
    ['-0x1', 'negative'],
    ['1e3', 'rounded'],
    [`0x1${'0'.repeat(64)}`, 'too_large'],
    [`0x${'0'.repeat(200)}`, 'too_long'],
    // Uniswap's index of chunks is a map of addresses to addresses.
    ['0x0003092ffbaaaa22d8d9c9715b357e01db1915b7', 'address'],
  ])('rejects %s: %s', (text, reason) => {
    expect(reasonOf(() => parseContractAmount(text))).toBe(reason);
  });
});

it('does not include a rejected amount in its message', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 6 }), (text) => {
      try {
        parseTokenAmount(text, 18);
      } catch (error) {
        expect(JSON.stringify([error, String(error)])).not.toContain(text);
      }
    }),
  );
});

it.each([
  [0n, 18, '0'],
  [1_500_000n, 6, '1.5'],
  [1n, 18, '0.000000000000000001'],
  [120n, 0, '120'],
])('formats %d base units with %d decimals as %s', (amount, decimals, text) => {
  expect(formatTokenAmount(amount, decimals)).toBe(text);
});

describe('parseHexAmount', () => {
  it('parses every amount with 0x, and as a word without it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX }), (base) => {
        const hex = base.toString(16);
        // Exactly 40 digits may be an address.
        fc.pre(hex.length !== 40);
        expect(parseHexAmount(`0x${hex}`)).toBe(base);
        expect(parseHexAmount(hex.padStart(64, '0').toUpperCase())).toBe(base);
      }),
    );
  });

  // A decimal number must never be read as a hexadecimal one.
  it.each<[string, InvalidAmountReason]>([
    ['', 'empty'],
    ['100', 'not_hex'],
    ['de0b6b3a7640000', 'not_hex'],
    ['1'.repeat(63), 'not_hex'],
    ['1'.repeat(65), 'not_hex'],
    ['0X64', 'not_hex'],
    ['0x', 'not_a_number'],
    ['0x6g', 'not_a_number'],
    [`0x${'1'.repeat(40)}`, 'address'],
    [`0x1${'0'.repeat(64)}`, 'too_large'],
  ])('rejects %s: %s', (text, reason) => {
    expect(reasonOf(() => parseHexAmount(text))).toBe(reason);
  });
});

describe('parseBareHexAmount', () => {
  it('parses every amount in hex digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX }), (base) => {
        const hex = base.toString(16);
        fc.pre(hex.length !== 40);
        expect(parseBareHexAmount(hex)).toBe(base);
        expect(parseBareHexAmount(`0${hex.length === 39 ? '0' : ''}${hex.toUpperCase()}`)).toBe(base);
      }),
    );
  });

  it.each<[string, InvalidAmountReason]>([
    ['', 'empty'],
    ['0x64', 'not_bare_hex'],
    ['1.5', 'not_bare_hex'],
    ['g', 'not_bare_hex'],
    ['a'.repeat(40), 'address'],
    ['1'.repeat(65), 'too_large'],
    ['1'.repeat(201), 'too_long'],
  ])('rejects %s: %s', (text, reason) => {
    expect(reasonOf(() => parseBareHexAmount(text))).toBe(reason);
  });
});
