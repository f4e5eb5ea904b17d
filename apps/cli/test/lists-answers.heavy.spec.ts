import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogueFile, ListsService } from './lists-service';
import { until } from './service';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16)}:00Z`;
const evm = (digit: string): string => `0x${digit.repeat(40)}`;
/** Without letters, so there is only one spelling. */
const [LISTED, SYBIL, BOTH, STRANGER] = [evm('1'), evm('2'), evm('3'), evm('4')];
const SOLANA = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';

const drop = (id: string, over: Partial<CatalogueFile> = {}): CatalogueFile => ({
  id,
  chain: 'ethereum',
  token: { decimals: 18 },
  ...over,
});
const snapshot = (days: number) => ({ snapshot: { date: inDays(days) } });
const claimable = (from: number, to: number) => ({
  events: [
    { id: 'claim', type: 'claim', title: 'Claim', starts_at: inDays(from), ends_at: inDays(to), precision: 'minute' },
  ],
});

const DROPS = [
  drop('listed', { ...snapshot(-9), ...claimable(-1, 1) }),
  drop('closed', claimable(-2, -1)),
  drop('not-open', claimable(1, 2)),
  drop('unlisted', snapshot(-9)),
  drop('before', snapshot(9)),
  drop('undated'),
  drop('excluding', snapshot(9)),
  drop('out', { ...snapshot(-9), status: 'tge' }),
  drop('on-solana', { chain: 'solana' }),
  drop('elsewhere', { chain: 'near' }),
];

/** Eligibility results that follow from catalogue files and lists. */
describe('an eligibility check', () => {
  let service: ListsService;
  beforeAll(async () => {
    service = await ListsService.create('answers');
    await service.apply(DROPS);
    await load('listed', `wallet,amount\n${LISTED},1.5\n${BOTH},2\n`);
    await load('listed', `wallet\n${SYBIL}\n${BOTH}\n`, '--kind', 'exclusion');
    await load('excluding', `wallet\n${SYBIL}\n`, '--kind', 'exclusion');
    for (const id of ['closed', 'not-open']) await load(id, `wallet,amount\n${LISTED},1\n`);
    await load('on-solana', `wallet,amount\n${SOLANA},1\n`);
    await service.start();
  });
  afterAll(() => service?.stop());

  async function load(id: string, csv: string, ...options: string[]): Promise<void> {
    const file = join(service.home, `${id}.csv`);
    writeFileSync(file, csv);
    const unit = options.length === 0 ? ['--unit', 'token'] : [];
    await service.droptrack('lists', 'load', id, file, ...unit, ...options);
  }

  it.each<[string, string, string, string, boolean | null, string, string[]]>([
    ['a wallet in the list', 'listed', LISTED, 'eligible', true, 'open', ['in_allocation_list']],
    ['a wallet in no list', 'listed', STRANGER, 'ineligible', false, 'open', ['not_in_allocation_list']],
    ['an excluded wallet', 'listed', SYBIL, 'ineligible', false, 'open', ['excluded_sybil']],
    ['a wallet in both lists', 'listed', BOTH, 'eligible', true, 'open', ['in_allocation_list']],
    ['a wrong family', 'listed', SOLANA, 'ineligible', false, 'open', ['wrong_address_family']],
    ['a wrong family', 'on-solana', LISTED, 'ineligible', false, 'unknown', ['wrong_address_family']],
    ['a closed window', 'closed', LISTED, 'eligible', true, 'expired', ['in_allocation_list', 'claim_expired']],
    [
      'a closed window',
      'closed',
      STRANGER,
      'ineligible',
      false,
      'expired',
      ['not_in_allocation_list', 'claim_expired'],
    ],
    ['a window to come', 'not-open', LISTED, 'eligible', true, 'not_open', ['in_allocation_list', 'claim_not_open']],
    ['no list', 'unlisted', LISTED, 'pending', null, 'unknown', ['list_not_published']],
    ['no list, before the snapshot', 'before', LISTED, 'pending', null, 'unknown', ['snapshot_pending']],
    ['no list, no date', 'undated', LISTED, 'pending', null, 'unknown', ['snapshot_pending']],
    [
      'excluded before the snapshot',
      'excluding',
      SYBIL,
      'pending',
      null,
      'unknown',
      ['snapshot_pending', 'excluded_sybil'],
    ],
    ['only others excluded', 'excluding', LISTED, 'pending', null, 'unknown', ['snapshot_pending']],
    ['no list, tokens out', 'out', LISTED, 'unknown', null, 'unknown', ['list_not_loaded']],
    ['a chain without wallets', 'elsewhere', LISTED, 'unknown', null, 'unknown', ['source_unavailable']],
  ])('%s (%s)', async (_, id, wallet, status, eligible, window, codes) => {
    const answer = await service.check(id, wallet);
    expect(answer).toMatchObject({ drop: id, wallet, status, eligible, claim: { status: window, claimed: null } });
    expect(answer.reasons.map(({ code }) => code)).toEqual(codes);
    // A definite "no" names its list; an unknown result has none.
    expect(answer.source !== null).toBe(/_allocation_list$|_sybil$/.test(codes[0]!));
    expect(answer.allocation === null).toBe(status !== 'eligible');
  });

  // Both a running service and a restarted one apply the change.
  it('follows another version, a rollback and a removal', async () => {
    const answered = async () => (await service.check('unlisted', LISTED)).allocation?.amount ?? null;
    const shows = (amount: string | null) => until(async () => (await answered()) === amount);
    await load('unlisted', `wallet,amount\n${LISTED},1\n`);
    await shows('1000000000000000000');
    await load('unlisted', `wallet,amount\n${LISTED},0.000000000000000002\n`);
    await shows('2');
    await service.droptrack('lists', 'rollback', 'unlisted');
    await shows('1000000000000000000');
    await service.droptrack('lists', 'remove', 'unlisted', '--yes');
    await shows(null);
    expect(await service.check('unlisted', LISTED)).toMatchObject({ status: 'pending', eligible: null, source: null });
  });
});
