import { readHash } from './bytes';

const DIGITS = 'ab'.repeat(32);

it.each<[string, string | null]>([
  [`0x${DIGITS}`, DIGITS],
  [`0x${DIGITS.toUpperCase()}`, DIGITS],
  [DIGITS, DIGITS],
  [`0x${'1'.repeat(56)}`, '1'.repeat(56).padStart(64, '0')],
  [`0x${'1'.repeat(63)}`, '1'.repeat(63).padStart(64, '0')],
  [`0x${'1'.repeat(55)}`, null],
  [`0x${'1'.repeat(65)}`, null],
  [`0x${'g'.repeat(64)}`, null],
  [`1x${DIGITS}`, null],
  ['', null],
])('reads the hash %s', (text, digits) => {
  const bytes = readHash(text);
  expect(bytes === null ? null : Buffer.from(bytes).toString('hex')).toBe(digits);
});
