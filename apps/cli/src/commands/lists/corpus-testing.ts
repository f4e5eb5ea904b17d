import { A, B, type CorpusCase, json, MISSING, ROOT, UNIT } from './corpus-case-testing';
import { CHOICES, TWO_AMOUNTS } from './corpus-choices-testing';
import { SHAPES } from './corpus-shapes-testing';
import { TREES } from './corpus-trees-testing';

/** Files that are rejected as they are. */
const REJECTED: readonly CorpusCase[] = [
  {
    file: 'two-members-of-one-name.json',
    shared: 'd-dup-member.json',
    text: `[{"address":"${A}","amount":"1","amount":"999"},{"address":"${B}","amount":"5"}]`,
    options: UNIT,
    result: { error: /^1: an object has two members of one name/ },
  },
  {
    file: 'amount-of-an-empty-text.json',
    shared: 'd-empty-text.json',
    text: json([{ address: A, amount: '' }, { address: B, amount: '5' }]), // prettier-ignore
    options: UNIT,
    result: { error: /^1: amount: the amount is missing/ },
  },
  {
    file: 'amount-false.json',
    shared: 'd-false.json',
    text: json([{ address: A, amount: false }, { address: B, amount: '5' }]), // prettier-ignore
    options: UNIT,
    result: { error: /^1: amount: the amount is not a number/ },
  },
  {
    file: 'amount-absent-later.json',
    shared: 'd-later-missing.json',
    text: json([{ address: A, amount: '5' }, { address: B }]),
    options: UNIT,
    result: { error: /^2: amount: the amount is missing/ },
  },
];

/** A null is no amount, in no shape: it was once read as 0. */
const NULLS: readonly CorpusCase[] = [
  ...[
    [
      'null-amount.json',
      'd-null-amount.json',
      [
        { address: A, amount: null },
        { address: B, amount: '5' },
      ],
    ] as const,
    ['null-in-array.json', 'd-null-array.json', [[A, null], [B, '5']]] as const, // prettier-ignore
    ['null-in-map.json', 'd-null-map.json', { [A]: null, [B]: '5' }] as const,
    ['null-in-object-of-map.json', 'd-null-map-object.json', { [A]: { amount: null }, [B]: { amount: '5' } }] as const,
  ].map(([file, shared, value]) => ({
    ...{ file, shared, text: json(value), options: UNIT, result: { error: MISSING } },
  })),
  {
    file: 'null-amount.ndjson',
    shared: 'd-null-amount.ndjson',
    text: [{ address: B, amount: '5' }, { address: A, amount: null }].map(json).join('\n'), // prettier-ignore
    options: UNIT,
    result: { error: /^2: amount: the amount is missing$/ },
  },
  {
    file: 'null-across.json',
    shared: 'd-null-across.json',
    text: json({
      recipients: [{ account: A, amount: null }, { account: B, amount: '5' }], // prettier-ignore
      rewardsToDeposit: '5',
    }),
    options: UNIT,
    result: { error: MISSING },
  },
  {
    file: 'null-balance-ens.json',
    text: json({ proof: [], entries: { [A]: { balance: null }, [B]: { balance: '5' } } }),
    result: { error: MISSING },
  },
  {
    file: 'null-merkl.json',
    text: json({ rewards: { one: { token: B, holders: { [A]: { amount: null }, [B]: { amount: '5' } } } } }),
    result: { error: MISSING },
  },
  {
    file: 'null-claim.json',
    text: json({ merkleRoot: ROOT, claims: { [A]: { index: 0, amount: null, proof: [] } } }),
    result: { error: MISSING },
  },
  {
    file: 'null-dump.json',
    text: json({
      ...{ format: 'standard-v1', leafEncoding: ['address', 'uint256'], tree: [ROOT] },
      values: [{ value: [A, null], treeIndex: 0 }],
    }),
    result: { error: MISSING },
  },
  {
    file: 'null-sablier.json',
    text: json({ root: ROOT, number_of_recipients: 1, recipients: [{ address: A, amount: null }] }),
    result: { error: MISSING },
  },
  {
    file: 'null-part.json',
    shared: 'd-null-breakdown.json',
    text: json([{ address: A, a: null, b: '3' }, { address: B, a: '5', b: '1' }]), // prettier-ignore
    options: { ...UNIT, columns: 'breakdown=a,breakdown=b' },
    result: { error: MISSING },
  },
  {
    file: 'null-index.json',
    text: json([[A, '5', null], [B, '5', '1']]), // prettier-ignore
    options: { ...UNIT, columns: 'wallet=#1,amount=#2,index=#3' },
    result: { error: /^1: index: it is missing$/ },
  },
];

/** All cases. Each is also read by every other format, which must not read other amounts from it. */
export const CASES: readonly CorpusCase[] = [...REJECTED, ...NULLS, ...TWO_AMOUNTS, ...CHOICES, ...SHAPES, ...TREES];
