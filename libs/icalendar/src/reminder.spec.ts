import { parseReminder } from './reminder';

describe('parseReminder', () => {
  it.each([
    ['P1D', 86_400],
    ['P2W', 1_209_600],
    ['PT30M', 1_800],
    ['P1DT12H', 129_600],
    ['PT1M', 60],
    ['P30D', 2_592_000],
  ])('reads %s', (text, seconds) => {
    expect(parseReminder(text)).toBe(seconds);
  });

  it.each([
    '',
    'P',
    'PT',
    'P1DT',
    '1D',
    '-P1D',
    'P1Y',
    'P1M',
    'PT1S',
    'P1.5D',
    'p1d',
    'P1W2D',
    'P31D',
    'PT0M',
    'PT43201M',
  ])('rejects %p', (text) => {
    expect(parseReminder(text)).toBeNull();
  });
});
