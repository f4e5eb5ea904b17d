import { createDiscovery, type Discovery, campaignSighting, marketSighting } from './testing';
import { type ListCandidates, listCandidates, mergeCandidates, rejectCandidate, watchCandidate } from './review';
import { showCandidate } from './show';

let discovery: Discovery;
beforeAll(async () => {
  discovery = await createDiscovery();
});
beforeEach(() => discovery.empty());
afterAll(() => discovery.close());

interface Listed {
  readonly data: { readonly id: number; readonly state: string; readonly name: string }[];
  readonly total: number;
}
const list = (over: Partial<ListCandidates> = {}) =>
  discovery.call<Listed>((deps) =>
    listCandidates({ state: ['new', 'watched'], source: null, limit: 50, ...over }, deps),
  );
const show = (id: number) =>
  discovery.call<Record<string, unknown>>((deps) => showCandidate(id, { ...deps, stateOf: async () => null }));
const by = { by: 'ana' };
const watch = (candidateId: number, reason = 'later') =>
  discovery.call((deps) => watchCandidate({ candidateId, reason, ...by }, deps));
const reject = (candidateId: number, reason = 'a test') =>
  discovery.call((deps) => rejectCandidate({ candidateId, reason, ...by }, deps));
const merge = (candidateId: number, intoId: number) =>
  discovery.call((deps) => mergeCandidates({ candidateId, intoId, reason: 'same drop', ...by }, deps));

describe('discover list', () => {
  it('shows new candidates before watched ones, each by its next date, in one table', async () => {
    const [late, undated] = await discovery.found(
      'polymarket',
      marketSighting('late'),
      marketSighting('undated', {}, { launchBy: null }),
    );
    const [soon] = await discovery.found('evm-campaigns', campaignSighting('1'));
    const [watched] = await discovery.found(
      'snapshot',
      marketSighting('vote', {
        kind: 'announcement',
        market: null,
        url: null,
        identity: { token: null, contract: null, defillama: null, market: null },
      }),
    );
    await watch(watched!);
    const { text, document } = await list();
    expect(document.data.map(({ id }) => id)).toEqual([soon, late, undated, watched]);
    expect(text.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^ID +STATE +KIND +NAME +CHAIN +WHEN +LIST +FLAGS$/),
      expect.stringMatching(/^\d+ +new +campaign +Campaign 1 +linea +until 2026-12-20 +pending/),
      expect.stringMatching(/^\d+ +new +market +Launch of late +- +by 2027-01-01 +-/),
    ]);
  });

  it('selects by state and source, and states how many are hidden', async () => {
    const [first] = await discovery.found('polymarket', marketSighting('one'), marketSighting('two'));
    await discovery.found('evm-campaigns', campaignSighting('1'));
    await reject(first!);
    expect((await list({ state: ['rejected'] })).document.data).toMatchObject([{ id: first, state: 'rejected' }]);
    expect((await list({ source: 'evm-campaigns' })).document.data).toMatchObject([{ name: 'Campaign 1' }]);
    const { document, remarks } = await list({ limit: 1 });
    expect([document.data.length, document.total]).toEqual([1, 2]);
    expect(remarks).toBe('1 more candidate; show them with: --limit 2');
  });

  it('names the next step if there is no candidate', async () => {
    expect(await list()).toMatchObject({
      code: 0,
      text: '',
      remarks: expect.stringContaining('droptrack discover run'),
    });
  });
});

describe('discover show', () => {
  it('shows each fact with its source and day, the check of the list and the next steps', async () => {
    const [id] = await discovery.found('evm-campaigns', campaignSighting('1'));
    await discovery.db.query(
      `UPDATE campaign_lists SET state = 'rejected', reason = 'its root is 0xab', checked_at = '2026-11-23T11:00:00Z'`,
    );
    const { text, document } = await show(id!);
    expect(text).toMatch(
      new RegExp(`^Candidate ${id}: Campaign 1 \\(campaign; linea; until 2026-12-20\\)\nState: new\n`),
    );
    expect(text).toMatch(/^ {2}merkle root +0x(cd){32} +evm-campaigns, 2026-11-23$/m);
    expect(text).toMatch(/^List\n {2}rejected: its root is 0xab \(checked 2026-11-23T11:00Z\)$/m);
    expect(text).toMatch(/^Automatic acceptance\n {2}not: /m);
    expect(text).toContain(`droptrack discover accept ${id} --out`);
    expect(document).toMatchObject({
      id,
      state: 'new',
      list: { state: 'rejected', reason: 'its root is 0xab' },
      sightings: [{ source: 'evm-campaigns', facts: { chain: 'linea', recipients: 120, protocol: 'sablier v1.3' } }],
      automatic_acceptance: { fulfilled: false, missing: expect.any(Array) },
    });
  });

  it('shows a decision with its reason, and no condition for what is decided', async () => {
    const [id] = await discovery.found('polymarket', marketSighting('one'));
    await reject(id!, 'not a drop');
    const { text, document } = await show(id!);
    expect(text).toContain('State: rejected since 2026-11-23T12:00Z by ana: not a drop');
    expect(document).toMatchObject({ decision: { by: 'ana', reason: 'not a drop' }, automatic_acceptance: null });
  });

  it('rejects an unknown candidate with a hint', () =>
    expect(show(99_999)).rejects.toMatchObject({ code: 'candidate_not_found', hint: expect.stringContaining('list') }));
});

describe('decisions', () => {
  it('rejects, takes a rejection back, and records who decided and why', async () => {
    const [id] = await discovery.found('polymarket', marketSighting('one'));
    expect(await reject(id!)).toMatchObject({ code: 0, text: expect.stringContaining('is rejected') });
    expect(await watch(id!, 'launch in March')).toMatchObject({
      document: { candidate: { id, state: 'watched', decision: { reason: 'launch in March', by: 'ana' } } },
    });
    await expect(watch(id!)).rejects.toMatchObject({ code: 'candidate_watched' });
  });

  it('merges two sightings of one drop, and never two campaigns', async () => {
    const [market] = await discovery.found('polymarket', marketSighting('one'));
    const [first, second] = await discovery.found('evm-campaigns', campaignSighting('1'), campaignSighting('2'));
    const { text, document } = await merge(market!, first!);
    expect(text).toMatch(new RegExp(`^Candidate ${market} is merged. Candidate ${first}, .*, has 2 sightings now.$`));
    expect(document).toMatchObject({ candidate: { id: first } });
    await expect(merge(second!, first!)).rejects.toMatchObject({ code: 'two_contracts' });
    await expect(merge(first!, first!)).rejects.toMatchObject({ code: 'same_candidate' });
    await expect(merge(market!, first!)).rejects.toMatchObject({ code: 'candidate_merged' });
  });

  it('rejects an empty reason as wrong usage', async () => {
    const [id] = await discovery.found('polymarket', marketSighting('one'));
    await expect(reject(id!, '\u200b ')).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});

// Rows can be older than the rules for texts, and reasons come from gateways: nothing that is stored is trusted.
it('prints no control, escape or bidirectional character of any stored text', async () => {
  const [id] = await discovery.found('evm-campaigns', campaignSighting('1'));
  const hostile = '\u001b]0;x\u0007\u009b2J\u202Egnp\u2028../../etc/passwd\u001b[31m<script>';
  await discovery.db.query(
    `UPDATE sightings SET body = jsonb_set(jsonb_set(body, '{name}', $1), '{facts,symbol}', $1)`,
    [JSON.stringify(hostile)],
  );
  await discovery.db.query('UPDATE candidates SET name = $1, reason = $1, decided_by = $1, decided_at = now()', [
    hostile,
  ]);
  await discovery.db.query(`UPDATE campaign_lists SET state = 'rejected', reason = $1`, [hostile]);
  for (const { text, document } of [await list(), await show(id!), await watch(id!)]) {
    expect(`${text}${JSON.stringify(document)}`).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(text).not.toContain('\n../');
  }
});
