import { base58 } from '@scure/base';
import { messageOf } from './transaction';
import { claimKeys, newClaim } from './claim-instructions';
import { createTokenAccount } from './token-accounts';

// Message of a claim at Jito's program that its own encoder (the command line of github.com/jito-foundation/distributor, with `Message` of
// solana-sdk) made for the identity of a validator: github.com/neodyme-labs/solana-tx-signer, README.md at
// c688cb40675718b6adcb7b9d035497e379feb69a, which also prints its parts.
const RECORDED = base58.decode(
  'T6Z6yDpwWu9sjAMdHZ7DPSFrA1K7t8PkQqsTLNwUsQf1aN6zXrodD6uD1nuPY1KmhWsaqPnFLqsgt2VtnjxnzfER6646nNwTEZfwBGB733HaAoWywhwzaafS1fLcTHFfqzydKzd6X3Knzx4WfPXJ2Z8GEbq8m1pSYTnAmAhu7fHMAyn3YxjAn3vjD5wgrheCShSocXVF8MCuzKBAfmmSM9ibcR8V4hJqYkTjxYDczSsGeogzsuSxKFaPcDNNJo2r8wCSqJFm3mVJeN8t94jnV8HqrrQxV6g7YGhsdjmbNfnFHtVQehoMFQpAi84SmeuStwQsKvgYuJBskXEScFqpc4mgjJDznoLEVAiAAkHhCmQ7W1iCYLZ8VyvAu9w82A529deaE1pXeX8tJdzjZ28zWSoSz1ydJghPJr8AYBeAWFVuCd2JirXpfuTeMVRHuGqrVMUawzSFcJCknWrpp7tQWW2QavJ7KRAEHtRUU2E4bkTmCbSuXdCZ4dJvULCK2zeLN458b9TLJ1vXRnN6gAu7eF6uM85ntuyZ4hPXurCLeYNYXDpy7o4AXa866ssikZstUwsEbZuZoQvJwphXZjQRu6S46FnU3aUfuYnT7CjpSruxwrbNhXYHozjsxz8Xszz6pZUpeE9tVQvZyFfKKUEjSErc3jFPCCnYzw9K83bbj9VjGWoijaZGWER4YCrbXyWQRzdk8oSN6jjQmnsv9brMJMfB8mmD6XZYgL2kfxpQ7u4iWheRfQXc1oerpfCSFENz9UwsjUWKxMseDayZ3yQ7zQAZHrjanobWmHh494ipiEmumSjXXsRGzAyWjYXFoemQsUCsDrrvsZnoGgm1gPN6XqodFX6tAD75PY9kFwaZnxG5m6NJP8jyd5vVihsgG12scGWVnYEdteCWiKotZmSAYXQsQukDdrv5vMg1HwcCMMYiUZqtvtc1CFz5Dt658wT3o3Wf8fNWc9wLykuhjusUg1rG8UUWJsDzapgoaFTjWZ3Cgr3725YXm1jHPUDM2XdqhrSav1xBqb',
);
const MINT = 's228VmFcuiEfroSCQTvEp1pYUownL7JRZMTd7FqHJVK';
const DISTRIBUTOR = 'FRp8ZooCqLTnGFa1CP7KCuD4VEmAEefpFDXvuqmxyYR5';

interface Decoded {
  readonly accounts: readonly { readonly pubkey: string; readonly signer: boolean; readonly writable: boolean }[];
  readonly instructions: readonly {
    readonly program: string;
    readonly keys: readonly string[];
    readonly data: Buffer;
  }[];
}

/** Parts of a legacy message, by https://solana.com/docs/core/transactions. */
function decoded(message: Uint8Array): Decoded {
  let at = 3;
  const take = (length: number) => Buffer.from(message.slice(at, (at += length)));
  const length = (): number => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = message[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
      shift += 7;
    }
  };
  const [signers, readOnlySigners, readOnly] = message as unknown as [number, number, number];
  const keys = Array.from({ length: length() }, () => base58.encode(take(32)));
  expect(take(32)).toEqual(Buffer.alloc(32));
  const accounts = keys.map((pubkey, n) => {
    const writable = n < signers ? n < signers - readOnlySigners : n < keys.length - readOnly;
    return { pubkey, signer: n < signers, writable };
  });
  const instructions = Array.from({ length: length() }, () => ({
    program: keys[take(1)[0]!]!,
    keys: [...take(length())].map((index) => keys[index]!),
    data: take(length()),
  }));
  expect(at).toBe(message.length);
  return { accounts, instructions };
}

describe('a recorded claim', () => {
  const [create, claim] = decoded(RECORDED).instructions;
  const [wallet] = create!.keys;
  const keys = claimKeys('jito', { wallet: wallet!, distributor: DISTRIBUTOR, mint: MINT })!;
  const { data } = claim!;
  const proof = Array.from(
    { length: data.readUInt32LE(24) },
    (_, n) => `0x${data.toString('hex', 28 + 32 * n, 60 + 32 * n)}`,
  );
  const own = [
    createTokenAccount(keys.target, keys.wallet, MINT),
    newClaim('jito', keys, { unlocked: data.readBigUInt64LE(8), locked: data.readBigUInt64LE(16), proof }),
  ];
  const partsOf = ({ program, accounts }: (typeof own)[number]) => [program, accounts.map(({ pubkey }) => pubkey)];

  it('has the accounts of ours, in their order: those that are derived, and those that are fixed', () => {
    expect(own.map(partsOf)).toEqual([create, claim].map((each) => [each!.program, each!.keys]));
  });

  it('has the data of ours, byte by byte', () => {
    expect(proof).toHaveLength(11);
    expect(Buffer.from(own[1]!.data, 'base64')).toEqual(data);
  });

  it('creates the token account, which ours does unless it exists', () => {
    expect([create!.data, Buffer.from(own[0]!.data, 'base64')]).toEqual([Buffer.of(0), Buffer.of(1)]);
  });

  it('has the signers and the writable accounts of our message, which has another order of equals', () => {
    const ours = decoded(messageOf(keys.wallet, own));
    const sorted = ({ accounts }: Decoded) => [...accounts].sort((a, b) => (a.pubkey < b.pubkey ? -1 : 1));
    expect(sorted(ours)).toEqual(sorted(decoded(RECORDED)));
    expect(ours.accounts[0]!.pubkey).toBe(wallet);
    expect(ours.instructions.map(({ program, keys: listed }) => [program, listed])).toEqual(own.map(partsOf));
  });
});
