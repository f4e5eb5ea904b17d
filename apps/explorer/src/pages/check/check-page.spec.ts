import { verifyProof, type ProvenAllocation } from '@droptrack/sdk';
import { renderPage } from '../../testing';
import { checkPage } from './check-page';
import { check, drop, eligible, explanation, NOW, proofOf, RESPONSES, WALLET, without } from './testing';

const get = (url: string) => renderPage(checkPage, { url, responses: RESPONSES, nowMs: Date.parse(NOW) });

describe('the form', () => {
  it('suggests drops by id and name, those with a recent list first, and sends no check', async () => {
    const { view, html, requests } = await get('/check');
    expect(view.status).toBe(200);
    expect(html).toContain('<option value="linea">Linea</option><option value="base">Base</option>');
    expect(html).toContain('method="post"');
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  it('preselects the drop of an address', async () => {
    const { html } = await get('/check?drop=linea');
    expect(html).toMatch(/<input id="drop" name="drop" value="linea"/);
  });

  // An address is in the history of the browser and in logs of proxies.
  it.each([`/check?wallet=${WALLET}&drop=linea`, `/check?drop=${WALLET}`, '/check?wallet'])(
    'ignores a wallet in the address, does not repeat it, and says why: %s',
    async (url) => {
      const { view, html, text, requests } = await get(url);
      // A page of this status is not stored by its address.
      expect(view.status).toBe(400);
      expect(html.toLowerCase()).not.toContain(WALLET.slice(2).toLowerCase());
      expect(text).toContain('The wallet in the address of this page was ignored');
      expect(requests.join()).not.toContain('eligibility ');
    },
  );

  it('works without suggestions while the API fails', async () => {
    const { view, html } = await renderPage(checkPage, {
      url: '/check?drop=linea',
      responses: { 'GET /v1/drops': new Response('', { status: 502 }) },
    });
    expect(view.status).toBe(200);
    expect(html).toMatch(/value="linea"/);
  });

  it('keeps the wallet in its field, which browsers must not complete or send to a spelling service', async () => {
    const { html } = await check({ drop: 'linea' });
    const [field = ''] = /<input id="wallet"[^>]*>/.exec(html) ?? [];
    expect(field).toContain(`value="${WALLET}"`);
    expect(field).toContain('autocomplete="off"');
    expect(field).toContain('spellcheck="false"');
  });
});

describe('the result of a check', () => {
  it('of an eligible wallet has the amount, its value, the claim, the list and the reason', async () => {
    const { view, html, text, requests } = await check({ drop: 'Linea ' });
    expect(view.status).toBe(200);
    expect(requests).toContain('POST /v1/eligibility');
    expect(text).toContain('Linea Eligible 1,250.5 LINEA worth $31.26');
    expect(text).toContain('The wallet is in the published allocation list. in_allocation_list');
    expect(text).toContain('Claim Open, closes in 15 days ( Dec 9, 2026, 00:00 UTC )');
    expect(text).toContain('Claimed No');
    expect(html).toContain(
      '<a href="https://claim.linea.example/now" rel="noopener nofollow ugc">Claim at claim.linea.example</a>',
    );
    expect(text).toContain('Distributor eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64');
    expect(text).toContain('List Version 3, published Aug 20, 2026, 09:15 UTC at https://linea.example/list.csv');
    expect(text).toContain('ab'.repeat(32));
    expect(text).toContain('Checked Nov 23, 2026, 12:00 UTC');
  });

  it('has the name of a named list that has the wallet, or decided without it', async () => {
    const source = { ...eligible().source!, list: 'season-2' };
    const { text } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ source }) });
    expect(text).toContain('List season-2 , version 3, published');
    const excluded = { ...without('ineligible', 'excluded_sybil', 'It is excluded.'), source: { ...source, kind: 'exclusion_list' } }; // prettier-ignore
    const { text: out } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': excluded });
    expect(out).toContain('Exclusion list season-2 , version 3');
  });

  it('does not link a claim page on no official domain', async () => {
    const claim = { ...eligible().claim, url: 'https://linea-claim.example/now' };
    const { html, text } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ claim }) });
    expect(html).not.toContain('href="https://linea-claim.example');
    expect(text).toContain('Not a link: linea-claim.example is not an official domain of the drop');
  });

  it('shows an unknown value, unit and claim state as unknown', async () => {
    const allocation = { ...eligible().allocation!, decimals: null, symbol: null, value_usd: null };
    const claim = { ...eligible().claim, status: 'unknown' as const, claimed: null, closes_at: null, url: null };
    const { text } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ allocation, claim }) });
    expect(text).toContain('1,250,500,000,000,000,000,000 base units worth – unknown');
    expect(text).toContain('Claim – unknown');
    expect(text).toContain('Claimed – unknown The chain was not read');
    expect(text).not.toContain('$0');
  });

  it.each([
    [{ claimed: true, claimed_amount: '1250500000000000000000' }, 'Claimed Yes, 1,250.5 LINEA'],
    [{ claimed: true, claimed_amount: null }, 'Claimed Yes'],
    [{ claimed: false, claimed_amount: '500000000000000000' }, 'Claimed In part: 0.5 LINEA so far'],
    [{ claimed: false, claimed_amount: '0' }, 'Claimed No'],
  ])('states how much is claimed: %j', async (state, expected) => {
    const claim = { ...eligible().claim, ...state };
    const { text } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ claim }) });
    expect(text).toContain(expected);
  });

  it.each([
    [{ status: 'not_open' as const, opens_at: '2026-11-25T12:00:00.000Z' }, 'Claim Not open yet, opens in 2 days'],
    [{ status: 'not_open' as const, opens_at: null }, 'Claim Not open yet'],
    [{ status: 'open' as const, closes_at: null }, 'Claim Open, no end is known'],
    [{ status: 'expired' as const, closes_at: '2026-11-21T12:00:00.000Z' }, 'Claim Closed, closed 2 days ago'],
  ])('states the claim window: %j', async (window, expected) => {
    const claim = { ...eligible().claim, ...window };
    const { text } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ claim }) });
    expect(text).toContain(expected);
  });

  it.each([
    [
      without('ineligible', 'not_in_allocation_list', 'It is not in the list.'),
      'Not eligible',
      'It is not in the list.',
    ],
    [without('ineligible', 'excluded_sybil', 'It is excluded.'), 'Not eligible', 'It is excluded.'],
    [without('ineligible', 'wrong_address_family', 'Linea accepts only EVM.'), 'Not eligible', 'accepts only EVM.'],
    [without('pending', 'snapshot_pending', 'No snapshot yet.'), 'Pending', 'neither a yes nor a no'],
    [without('unknown', 'list_not_loaded', 'Ended.'), 'Unknown', 'This is not a no'],
  ])('without an allocation has the coded reason in words', async (result, status, sentence) => {
    const { text } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': result });
    expect(text).toContain(`Linea ${status}`);
    expect(text).toContain(sentence);
    expect(text).toContain(result.reasons[0]!.code);
    expect(text).not.toContain('worth');
  });

  it('says of a claim that opened over a year ago that no end of it is known', async () => {
    const claim = {
      ...eligible().claim,
      status: 'unknown' as const,
      opens_at: '2021-01-05T00:00:00.000Z',
      closes_at: null,
    };
    const { text } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ claim }) });
    expect(text).toMatch(/Claim – unknown , opened 5 years ago .*, and no end is known/);
    expect(text).not.toContain('Claim Open');
  });

  it('shows hostile names and messages as inert text', async () => {
    const name = '<script>alert(1)</script>\u202eevil';
    const { html } = await check(
      { drop: 'linea' },
      {
        'GET /v1/drops': { data: [drop('linea', name)], next_cursor: null, as_of: NOW },
        'GET /v1/drops/linea/explain': explanation({ name }),
        'POST /v1/eligibility': eligible({ reasons: [{ code: 'in_allocation_list', message: name }] }),
      },
    );
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('\u202e');
    expect(html).toContain('&lt;script>alert(1)&lt;/script>');
  });

  it('finds a drop beyond the suggestions by its name', async () => {
    const responses = {
      'GET /v1/drops?q=Far+Away': { data: [drop('far', 'Far away')], next_cursor: null, as_of: NOW },
    };
    const { view, requests } = await check({ drop: 'Far Away' }, { ...responses, 'POST /v1/eligibility': eligible() });
    expect(view.status).toBe(200);
    expect(requests).toContain('POST /v1/eligibility');
    expect((await check({ drop: 'Far Aw' }, responses)).view.status).toBe(404);
  });

  // The text of a search is in an address of the API.
  it.each([`my wallet ${WALLET}`, WALLET.slice(2, 30), 'abandon '.repeat(11).concat('about')])(
    'searches for no name that may be a wallet or a secret: %s',
    async (text) => {
      expect((await check({ drop: text })).requests.join()).not.toContain('q=');
    },
  );

  it('marks a sample', async () => {
    const result = eligible({ drop: 'sample-x-1' });
    const { text } = await check({ drop: 'sample-x-1' }, { 'POST /v1/eligibility': result });
    expect(text).toContain('Sample Eligible');
  });
});

/** Inputs of the island. */
const givenIn = (html: string): ProvenAllocation[] =>
  [...html.matchAll(/data-proof="([^"]*)"/g)].map(
    ([, text = '']) => JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as ProvenAllocation,
  );

describe('an allocation of several entries', () => {
  const source = eligible().source!;
  const second = { ...source, list: 'season-2', version: 7, sha256: 'cd'.repeat(32), url: null };
  const entry = { breakdown: [], proof: null, claimed: null, claimed_amount: null, contract: null, source: second };
  const entries = [
    { ...entry, list: null, source, amount: eligible().allocation!.amount, proof: proofOf(true), claimed: true },
    { ...entry, list: 'season-2', amount: '2000000000000000000', claimed: false, claimed_amount: '500000000000000000' },
    { ...entry, list: 'season-2', amount: '1' },
  ];
  const checked = () => check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ entries }) });

  it('has a table with the list, amount and claim state of each', async () => {
    const { text } = await checked();
    expect(text).toContain('Entries of the allocation in LINEA');
    expect(text).toContain('Unnamed list 1 1,250.5 Yes');
    expect(text).toContain('season-2 2 2 In part: 0.5 so far');
    expect(text).toMatch(/season-2 3 \S+ – unknown/);
  });

  it('has each list once, with its version', async () => {
    const { text } = await checked();
    expect(text.match(/List (?:\S+ , v|V)ersion \d+/g)).toEqual(['List Version 3', 'List season-2 , version 7']);
    expect(text).toContain('cd'.repeat(32));
  });

  it('has the distributor of each entry exactly if they differ', async () => {
    const [first, other] = ['eip155:1:0x01', 'eip155:10:0x02'];
    const differing = entries.map((each, at) => ({ ...each, contract: [first, other, null][at]! }));
    const claim = { ...eligible().claim, contract: null };
    const { text } = await check(
      { drop: 'linea' },
      { 'POST /v1/eligibility': eligible({ entries: differing, claim }) },
    );
    expect(text).toContain(`Yes ${first} season-2 2`);
    expect(text).toMatch(new RegExp(`so far ${other} season-2 3 \\S+ – unknown – unknown`));
    expect((await checked()).text).toMatch(/Distributor eip155:59144:\S+ List/);
    expect((await checked()).html).not.toContain('data-label="Distributor"');
  });

  it('has the proof of each entry for the browser, with the amount of the entry', async () => {
    const { view, html, text } = await checked();
    expect(view.islands).toEqual(['verify-proof']);
    expect(givenIn(html).map(verifyProof)).toEqual([true]);
    expect(text).toContain('Proof of entry 1');
    expect(text).toContain('entries[0]');
  });
});

describe('a proof', () => {
  const withProof = (isPublished: boolean) =>
    check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ proof: proofOf(isPublished) }) });

  it('is given to the browser whole, so that it can verify it without a request', async () => {
    const { view, html } = await withProof(true);
    expect(view.islands).toEqual(['verify-proof']);
    const [, attribute = ''] = /data-proof="([^"]*)"/.exec(html) ?? [];
    const given = JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as ProvenAllocation;
    expect(verifyProof(given)).toBe(true);
    expect(verifyProof({ ...given, amount: `${given.amount}0` })).toBe(false);
  });

  // The server would only confirm its own claim.
  it('is not called verified by the server, which shows how to verify it', async () => {
    const { text } = await withProof(true);
    expect(text).toContain('not verified by this page');
    expect(text).not.toMatch(/verified in your browser/i);
    expect(text).toContain("import { verifyProof } from '@droptrack/sdk';");
    for (const hash of [proofOf(true).root, ...proofOf(true).proof]) expect(text).toContain(hash);
    expect(text).toContain('Index 5');
  });

  it('states whether the project published its root', async () => {
    expect((await withProof(true)).text).toContain('Published by the project');
    expect((await withProof(false)).text).toContain('no published root confirms it');
  });

  // The island has no hash functions of Starknet: a verdict of it would be "rejected" for every valid proof.
  it.each(['starknet_pedersen', 'starknet_poseidon', 'ekubo'] as const)(
    'of %s is not given to the browser, and names the package that verifies it',
    async (format) => {
      const proof = { ...proofOf(true), format };
      const { view, html, text } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ proof }) });
      expect([view.islands ?? [], givenIn(html)]).toEqual([[], []]);
      expect(text).toContain('does not have the hash functions of Starknet');
      expect(text).toContain("import { verifyStarknetProof } from '@droptrack/sdk/starknet';");
      expect(text).toContain('verifyStarknetProof({ ...proof, ...allocation, wallet }, starknet)');
      expect(text).not.toContain('your browser verifies it here');
    },
  );

  it('of a tree with fields of its own has those fields, without which it would fail', async () => {
    const fields = [
      { type: 'address', is: 'wallet' as const, value: null },
      { type: 'uint256', is: 'amount' as const, value: null },
    ];
    const proof = { ...proofOf(true), format: 'packed' as const, fields, sides: ['left' as const, 'right' as const] };
    const { html } = await check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ proof }) });
    expect(givenIn(html)).toEqual([expect.objectContaining({ fields, sides: ['left', 'right'] })]);
  });

  it('is absent, and its script too, for a list without a tree', async () => {
    const { view, html } = await check({ drop: 'linea' });
    expect(view.islands).toBeUndefined();
    expect(html).not.toContain('verify-proof');
  });
});
