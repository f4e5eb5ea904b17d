import { base58 } from '@scure/base';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english';
import { wordlist as french } from '@scure/bip39/wordlists/french';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese';
import { wordlist as korean } from '@scure/bip39/wordlists/korean';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese';
import * as fc from 'fast-check';
import { secretReason } from './secrets';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const entropy = fc.constantFrom(16, 20, 24, 28, 32).chain(bytes);
const languages = fc.constantFrom(english, french, japanese, korean, simplifiedChinese);

describe('secretReason', () => {
  it('recognizes every recovery phrase, in any case, language, layout and with one mistyped word', () => {
    const layouts = fc.constantFrom(
      (words: readonly string[]) => words.join(' '),
      (words: readonly string[]) => words.join('\n'),
      (words: readonly string[]) => words.join(', ').toUpperCase(),
      (words: readonly string[]) => words.map((word, at) => `${at + 1}. ${word}`).join(' '),
      (words: readonly string[]) => `my phrase: ${words.join('  ')}`,
      (words: readonly string[]) => words.with(3, 'abandom').join(' '),
    );
    fc.assert(
      fc.property(entropy, languages, layouts, (random, list, layout) => {
        const words = entropyToMnemonic(random, list).normalize('NFKD').split(/\s+/);
        expect(secretReason(layout(words))).toBe('recovery_phrase');
      }),
    );
  });

  it('recognizes every private key in hex digits, base58 of 64 bytes, and arrays of bytes', () => {
    fc.assert(
      fc.property(bytes(64), (key) => {
        const hex = Buffer.from(key.subarray(0, 32)).toString('hex');
        const texts = [hex, `0x${hex}`, ` ${hex.toUpperCase()}\n`, base58.encode(key), JSON.stringify([...key])];
        for (const text of texts) expect([text, secretReason(text)]).toEqual([text, 'hash_or_key']);
      }),
    );
  });

  it.each([
    '',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y',
    'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a',
    'linea',
    '[1,2,3]',
    'Which of the drops on Arbitrum that are open now pay more than a hundred dollars to a wallet of average activity',
    'the drop with the largest list of wallets that anyone can claim from until the end of the year at no cost',
    'abandon ability able about above absent absorb abstract',
  ])('takes no other text for a secret: %j', (text) => expect(secretReason(text)).toBeNull());

  it('takes no address of a wallet for a secret', () => {
    fc.assert(
      fc.property(bytes(32), (key) => {
        expect(secretReason(base58.encode(key))).toBeNull();
        expect(secretReason(`0x${Buffer.from(key.subarray(0, 20)).toString('hex')}`)).toBeNull();
      }),
    );
  });

  it('examines long texts in bounded time', () => {
    expect(secretReason('1'.repeat(1_000_000))).toBeNull();
    expect(secretReason('['.concat('1,'.repeat(500_000)))).toBeNull();
  });
});
