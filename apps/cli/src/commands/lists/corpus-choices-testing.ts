import { base58 } from '@scure/base';
import { createHash } from 'node:crypto';
import { A, B, type CorpusCase, json, MISSING, ROOT, UNIT } from './corpus-case-testing';
import type { LoadList } from './load';

/** Two keys of Solana, and the root of their two leaves, computed without the code under test. */
const KEYS = ['So11111111111111111111111111111111111111112', '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y'] as const;
const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
function jitoRoot(...amounts: readonly (readonly [unlocked: bigint, locked: bigint])[]): string {
  const leaves = amounts.map(([unlocked, locked], i) => {
    const numbers = Buffer.alloc(16);
    numbers.writeBigUInt64LE(unlocked, 0);
    numbers.writeBigUInt64LE(locked, 8);
    return sha256(Uint8Array.of(0), sha256(base58.decode(KEYS[i] ?? ''), numbers));
  });
  return `0x${sha256(Uint8Array.of(1), ...leaves.sort((a, b) => Buffer.compare(a, b))).toString('hex')}`;
}
const SOME = jitoRoot([100n, 0n], [101n, 7n]);
const JUPITER = ['pubkey,amount,locked_amount', `${KEYS[0]},100,0`, `${KEYS[1]},101,7`].join('\n');
const ofSolana = (options: Partial<LoadList>) => ({ drop: 'sol' as const, options: { ...UNIT, ...options } });
const jupiterJson = (nodes: object[], root: string, total: number): string =>
  json({
    merkle_root: [...Buffer.from(root.slice(2), 'hex')],
    ...{ max_num_nodes: nodes.length, max_total_claim: total, tree_nodes: nodes },
  });

/** Two amounts of a wallet: both are read, or the file is rejected with the name of the one that would not be. */
export const TWO_AMOUNTS: readonly CorpusCase[] = [
  {
    file: 'amount-and-locked.csv',
    text: JUPITER,
    ...ofSolana({ tree: 'jito', expectRoot: SOME }),
    result: { figures: [2, '208'], root: SOME },
  },
  {
    file: 'amount-and-locked-without-tree.csv',
    shared: 'n5-drift.csv',
    text: ['pubkey,amount,locked_amount', `${KEYS[0]},123,0`, `${KEYS[1]},456,7`].join('\n'),
    ...ofSolana({}),
    result: { figures: [2, '586'] },
  },
  {
    file: 'amount-and-locked-named.csv',
    text: JUPITER,
    ...ofSolana({ columns: 'breakdown=amount,breakdown=locked_amount', tree: 'jito', expectRoot: SOME }),
    result: { figures: [2, '208'], root: SOME },
  },
  {
    file: 'unlocked-and-locked.csv',
    text: JUPITER.replace('amount,', 'amount_unlocked,'),
    ...ofSolana({ tree: 'jito', expectRoot: SOME }),
    result: { figures: [2, '208'], root: SOME },
  },
  {
    file: 'amount-and-locked.json',
    text: jupiterJson(
      [
        { claimant: KEYS[0], amount: 100, locked_amount: 0, proof: null },
        { claimant: KEYS[1], amount: 101, locked_amount: 7, proof: null },
      ],
      SOME,
      208,
    ),
    drop: 'sol',
    result: { figures: [2, '208'], root: SOME },
  },
  {
    file: 'amount-and-null-locked.json',
    text: jupiterJson([{ claimant: KEYS[0], amount: 100, locked_amount: null, proof: null }], SOME, 100),
    drop: 'sol',
    result: { error: MISSING },
  },
  {
    file: 'amount-and-locked-of-evm.csv',
    text: ['address,amount,locked_amount', `${A},100,40`].join('\n'),
    options: UNIT,
    result: {
      error:
        /^1: has amounts in the columns "amount" and "locked_amount": name all parts with --columns breakdown=amount,breakdown=locked_amount, or the whole with --columns amount=amount$/,
    },
  },
  {
    file: 'amount-and-locked-of-evm.json',
    text: json([{ address: A, amount: '100', lockedAmount: '40' }]),
    options: UNIT,
    result: { error: /^1: has amounts in the members "amount" and "lockedAmount"/ },
  },
  {
    file: 'amount-and-locked-in-map.json',
    text: json({ [A]: { amount: '100', locked: '40' } }),
    options: UNIT,
    result: { error: /^1: has amounts in the members "amount" and "locked"/ },
  },
  {
    file: 'whole-and-parts.csv',
    text: ['address,amount,unlocked,locked', `${A},100,60,40`].join('\n'),
    options: { ...UNIT, columns: 'amount=amount,breakdown=unlocked,breakdown=locked' },
    result: { figures: [1, '100'] },
  },
  {
    file: 'whole-with-unread-part.csv',
    text: ['address,amount,locked_amount', `${A},100,40`].join('\n'),
    options: { ...UNIT, columns: 'amount=amount' },
    result: { figures: [1, '100'], notes: [/^Not read: "locked_amount"/] },
  },
  {
    file: 'claim-with-unread-part.json',
    text: json({ merkleRoot: ROOT, claims: { [A]: { amount: '100', lockedAmount: '40' } } }),
    options: UNIT,
    result: { error: /^1: has amounts in the members "amount" and "lockedAmount"/ },
  },
];

/** Choices that were made silently. */
export const CHOICES: readonly CorpusCase[] = [
  {
    file: 'declared-root.json',
    shared: 'd-stated-root-not-compared.json',
    text: json({ merkleRoot: ROOT, claims: { [A]: { amount: '5' } } }),
    options: UNIT,
    result: { figures: [1, '5'], notes: [/^The file states the root 0x[01]{64}, which was not compared/] },
  },
  {
    file: 'not-eligible.json',
    shared: 'd-eligible-false.json',
    text: json([
      { address: A, amount: '5', eligible: false },
      { address: B, amount: '7', eligible: true },
    ]),
    options: UNIT,
    result: { error: /^1: "eligible" is false: the file has rows that are not of the list/ },
  },
  {
    file: 'not-eligible.csv',
    text: ['address,amount,Is_Sybil', `${A},5,no`, `${B},7,TRUE`].join('\n'),
    options: UNIT,
    result: { error: /^3: "Is_Sybil" is true/ },
  },
  {
    file: 'page.json',
    shared: 'd-page-of-an-api.json',
    text: json({ next_cursor: 'abc', total: 250, data: [{ address: A, amount: '5' }] }),
    options: UNIT,
    result: { error: /^null: it is a page of an API, of which "next_cursor" leads to the next one/ },
  },
  {
    file: 'page-with-total.json',
    text: json({ total: 250, data: [{ address: A, amount: '5' }] }),
    options: UNIT,
    result: { figures: [1, '5'], notes: [/^The file states "total" 250 and has 1 entry: is it one page/] },
  },
  {
    file: 'last-page.json',
    text: json({ meta: { next: null, total: 2 }, data: [{ address: A, amount: '5' }, { address: B, amount: '7' }] }), // prettier-ignore
    options: UNIT,
    result: { figures: [2, '12'] },
  },
  {
    file: 'total-of-tokens.json',
    text: json({ total: 3000, data: [{ address: A, amount: '2999.5' }] }),
    options: { unit: 'token' },
    result: { figures: [1, '2999500000000000000000'] },
  },
  {
    file: 'two-wallets.json',
    shared: 'd-two-wallet-members.json',
    text: json([{ address: A, user: B, amount: '5' }]),
    options: UNIT,
    result: { error: /^1: it has another wallet in "user": name the one that receives the amount/ },
  },
  {
    file: 'wallet-twice-in-a-row.csv',
    text: ['address,user,amount', `${A},${A.toLowerCase()},5`, `${B},mia,7`].join('\n'),
    options: UNIT,
    result: { figures: [2, '12'] },
  },
  {
    file: 'thousands.csv',
    text: ['address;amount', `${A};1.234`, `${B};12.345`].join('\n'),
    options: { unit: 'token' },
    result: { error: /^2: amount: its point can separate thousands/ },
  },
  {
    file: 'decimals.csv',
    text: ['address;amount', `${A};1.234`, `${B};0.5`].join('\n'),
    options: { unit: 'token' },
    result: { figures: [2, '1734000000000000000'] },
  },
  {
    file: 'thousands-and-comma.csv',
    shared: 'b09-thousands-semicolon.csv',
    text: ['address;amount', `${A};1.234.567,5`].join('\n'),
    options: UNIT,
    result: { error: /^2: amount: the amount holds a comma/ },
  },
];
