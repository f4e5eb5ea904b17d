import { chainName } from './chain-name';

describe('chainName', () => {
  it.each([
    ['arbitrum', 'Arbitrum One'],
    ['arbitrum-nova', 'Arbitrum Nova'],
    ['0g', '0G'],
    ['linea', 'Linea'],
    ['some-new-chain-2', 'Some New Chain 2'],
  ])('names %s as readers know it: %s', (slug, name) => expect(chainName(slug)).toBe(name));
});
