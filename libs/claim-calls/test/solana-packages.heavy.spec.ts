import { requireFrom } from '../../../tools/test/packages';
import { claimKeys, claimLocked, newClaim } from '../src/solana/claim-instructions';
import { WALLET } from '../src/solana/fake-claim-chain';
import { publicKeyText } from '../src/solana/public-key';
import { associatedTokenAddress, createTokenAccount, TOKEN_PROGRAM } from '../src/solana/token-accounts';
import { messageOf, TRANSACTION_BYTES_MAX, unsignedTransaction } from '../src/solana/transaction';

const require = requireFrom('tools/solana');
const kit = require('@solana/kit');
const token = require('@solana/spl-token');
const { PublicKey, Message } = require('@solana/web3.js');
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const MINT = publicKeyText(new Uint8Array(32).fill(3));
const DISTRIBUTOR = publicKeyText(new Uint8Array(32).fill(9));
const KEYS = claimKeys('jito', { wallet: WALLET, distributor: DISTRIBUTOR, mint: MINT })!;
const hashes = (length: number) => Array.from({ length }, (_, n) => `0x${(n + 1).toString(16).padStart(64, '0')}`);

describe('the encoder of Streamflow, whose program is a fork', () => {
  const { Program, BN } = require('@coral-xyz/anchor');
  const idl = require('@streamflow/distributor/solana/idl/merkle_distributor.json');
  const methods = new Program(idl, { connection: {} }).methods;
  const ours = { distributor: DISTRIBUTOR, claimStatus: KEYS.status, from: KEYS.vault, to: KEYS.target, claimant: WALLET, mint: MINT, tokenProgram: TOKEN_PROGRAM, systemProgram: '11111111111111111111111111111111' }; // prettier-ignore
  const accounts = Object.fromEntries(Object.entries(ours).map(([name, key]) => [name, new PublicKey(key)]));
  /** Accounts without those that only the fork has: the mint, and those of its events. */
  const shared = (keys: readonly { pubkey: { toBase58(): string }; isSigner: boolean; isWritable: boolean }[]) =>
    keys
      .map(({ pubkey, isSigner: signer, isWritable: writable }) => ({ pubkey: pubkey.toBase58(), signer, writable }))
      .filter(({ pubkey }) => Object.values(ours).includes(pubkey) && pubkey !== MINT);

  it.each([
    [0n, 0n, 0],
    [1n, 2n ** 64n - 1n, 1],
    [2n ** 63n, 255n, 20],
  ])('encodes a claim of %s and %s with %s hashes as we do', async (unlocked, locked, length) => {
    const proof = hashes(length);
    const bytes = proof.map((hash) => [...Buffer.from(hash.slice(2), 'hex')]);
    const { keys, data } = await methods.newClaim(new BN(`${unlocked}`), new BN(`${locked}`), bytes).accountsPartial(accounts).instruction(); // prettier-ignore
    const own = newClaim('jito', KEYS, { unlocked, locked, proof });
    expect(Buffer.from(own.data, 'base64')).toEqual(Buffer.from(data));
    expect(own.accounts).toEqual(shared(keys));
  });

  it('encodes the withdrawal of a locked part as we do', async () => {
    const { keys, data } = await methods.claimLocked().accountsPartial(accounts).instruction();
    const own = claimLocked('jito', KEYS);
    expect(Buffer.from(own.data, 'base64')).toEqual(Buffer.from(data));
    expect(own.accounts).toEqual(shared(keys));
  });
});

describe('@solana/spl-token and @solana/web3.js', () => {
  it.each([[TOKEN_PROGRAM], [TOKEN_2022]])('derive the token account of %s as we do', (program) => {
    expect([token.TOKEN_PROGRAM_ID.toBase58(), token.TOKEN_2022_PROGRAM_ID.toBase58()]).toContain(program);
    for (const owner of [WALLET, DISTRIBUTOR, publicKeyText(new Uint8Array(32).fill(1))]) {
      const [mint, wallet, tokens] = [MINT, owner, program].map((key) => new PublicKey(key));
      const address = token.getAssociatedTokenAddressSync(mint, wallet, true, tokens).toBase58();
      expect(associatedTokenAddress(owner, MINT, program)).toBe(address);
    }
  });

  it('create a token account as we do', () => {
    const [payer, address, mint] = [WALLET, KEYS.target, MINT].map((key) => new PublicKey(key));
    const theirs = token.createAssociatedTokenAccountIdempotentInstruction(payer, address, payer, mint);
    const own = createTokenAccount(KEYS.target, WALLET, MINT);
    expect(own.program).toBe(theirs.programId.toBase58());
    expect(Buffer.from(own.data, 'base64')).toEqual(Buffer.from(theirs.data));
    expect(own.accounts).toEqual(
      theirs.keys.map((key: { pubkey: { toBase58(): string }; isSigner: boolean; isWritable: boolean }) => ({
        ...{ pubkey: key.pubkey.toBase58(), signer: key.isSigner, writable: key.isWritable },
      })),
    );
  });

  it('read our message as we mean it, and write it the same', () => {
    const message = messageOf(WALLET, [createTokenAccount(KEYS.target, WALLET, MINT), newClaim('jito', KEYS, { unlocked: 1n, locked: 2n, proof: hashes(11) }), claimLocked('jito', KEYS)]); // prettier-ignore
    expect(Message.from(Buffer.from(message)).serialize()).toEqual(Buffer.from(message));
  });

  it('fit a claim with every account and 23 hashes, of eight million wallets, into a transaction', () => {
    const sizeWith = (length: number) =>
      unsignedTransaction(messageOf(WALLET, [createTokenAccount(KEYS.target, WALLET, MINT), newClaim('jupiter', KEYS, { unlocked: 1n, locked: 2n, proof: hashes(length) }), claimLocked('jupiter', KEYS)])).length; // prettier-ignore
    expect(sizeWith(23)).toBeLessThanOrEqual(TRANSACTION_BYTES_MAX);
    expect(sizeWith(24)).toBeGreaterThan(TRANSACTION_BYTES_MAX);
  });
});

// The virtual machine has the token programs, not those of distributors, of which no package has the code.
describe('a virtual machine', () => {
  const { LiteSVM, FailedTransactionMetadata } = require('litesvm');
  const start = () => {
    const svm = new LiteSVM().withSigverify(false).withBlockhashCheck(false);
    svm.airdrop(WALLET, 1_000_000_000n);
    const mint = Buffer.alloc(82);
    // Authority of the mint: the wallet; supply 0, 6 decimals, initialized.
    mint.writeUInt32LE(1, 0);
    Buffer.from(new PublicKey(WALLET).toBytes()).copy(mint, 4);
    mint.set([6, 1], 44);
    svm.setAccount({ address: MINT, data: mint, executable: false, lamports: 10_000_000n, programAddress: TOKEN_PROGRAM, space: 82n }); // prettier-ignore
    return svm;
  };
  const send = (svm: ReturnType<typeof start>, ...instructions: Parameters<typeof messageOf>[1]) =>
    svm.sendTransaction(kit.getTransactionDecoder().decode(unsignedTransaction(messageOf(WALLET, instructions))));
  const create = createTokenAccount(KEYS.target, WALLET, MINT);
  /** Tokens for the token account, which has to exist. */
  const mintTo = {
    program: TOKEN_PROGRAM,
    accounts: [
      { pubkey: MINT, signer: false, writable: true },
      { pubkey: KEYS.target, signer: false, writable: true },
      { pubkey: WALLET, signer: true, writable: false },
    ],
    data: Buffer.from([7, 5, 0, 0, 0, 0, 0, 0, 0]).toString('base64'),
  };

  it('creates the token account of the wallet for the rent that is stated, once', () => {
    const svm = start();
    const before = svm.getBalance(WALLET);
    expect(send(svm, create)).not.toBeInstanceOf(FailedTransactionMetadata);
    const { data, lamports, programAddress } = svm.getAccount(KEYS.target);
    expect([data.length, lamports, programAddress]).toEqual([165, 2_039_280n, TOKEN_PROGRAM]);
    expect(before - svm.getBalance(WALLET)).toBe(2_039_280n + 5_000n);
    svm.expireBlockhash();
    expect(send(svm, create, mintTo)).not.toBeInstanceOf(FailedTransactionMetadata);
    expect(svm.getAccount(KEYS.target).lamports).toBe(2_039_280n);
  });

  it('pays into the token account only after it was created', () => {
    expect(send(start(), mintTo, create)).toBeInstanceOf(FailedTransactionMetadata);
    const svm = start();
    expect(send(svm, create, mintTo)).not.toBeInstanceOf(FailedTransactionMetadata);
    expect(Buffer.from(svm.getAccount(KEYS.target).data).readBigUInt64LE(64)).toBe(5n);
  });

  it('takes the missing rent only for an address that someone sent lamports to', () => {
    const svm = start();
    svm.airdrop(KEYS.target, 1_000_000n);
    const before = svm.getBalance(WALLET);
    expect(send(svm, create)).not.toBeInstanceOf(FailedTransactionMetadata);
    expect(before - svm.getBalance(WALLET)).toBe(1_039_280n + 5_000n);
  });

  it('has the rents of the accounts of claims that the tests expect', () => {
    const rents = [0n, 64n, 160n, 165n].map((length) => start().minimumBalanceForRentExemption(length));
    expect(rents).toEqual([890_880n, 1_336_320n, 2_004_480n, 2_039_280n]);
  });
});
