import { keccak_256 } from '@noble/hashes/sha3';
import { parseBaseAmount } from '../amount/token-amount';
import { readEntry } from './entry-reader';
import { walletReader } from './wallet-reader';

const VITALIK_DIGITS = 'd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

it('names the accepted family for an invalid wallet', () => {
  const terms = { wallet: walletReader(keccak_256), families: ['evm'], amount: parseBaseAmount } as const;
  expect(readEntry({ wallet: VITALIK_DIGITS, amount: '1' }, 7, terms)).toEqual({
    line: 7,
    message: 'wallet: An EVM address begins with 0x, in lower case',
  });
});

it('rejects wallets of a family that is not accepted', () => {
  const terms = { wallet: walletReader(keccak_256), families: ['evm'], amount: parseBaseAmount } as const;
  expect(readEntry({ wallet: '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y', amount: '1' }, 7, terms)).toEqual({
    line: 7,
    message: 'wallet: It is a Solana address, which this drop does not accept',
  });
});
