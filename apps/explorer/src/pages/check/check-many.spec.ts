import { check, drop, eligible, invalidWallet, NOW, problem, WALLET, without } from './testing';

const batch = (...data: object[]) => ({ 'POST /v1/eligibility/batch': { data } });
const drops = (...data: object[]) => ({ 'GET /v1/drops': { data, next_cursor: null, as_of: NOW } });

describe('a check without a chosen drop', () => {
  it('has a card per list with the wallet, and names the other drops by reason', async () => {
    const { text, requests } = await check(
      {},
      batch(
        eligible(),
        without('ineligible', 'not_in_allocation_list', 'no', { drop: 'base' }),
        without('pending', 'snapshot_pending', 'later', { drop: 'sample-x-1' }),
      ),
    );
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual(['POST /v1/eligibility/batch']);
    expect(text).toContain('Eligible for 1 of 3 checked drops');
    expect(text).toContain(WALLET);
    expect(text).toContain('Linea Eligible 1,250.5 LINEA');
    expect(text).toContain('Not in the list Base');
    expect(text).toContain('date is unknown sample-x-1 Sample');
  });

  it('shows the message of the API for an unknown reason', async () => {
    const code = 'brand_new' as 'snapshot_pending';
    const { text } = await check({}, batch(without('pending', code, 'Something new.', { drop: 'base' })));
    expect(text).toContain('Something new. Base');
  });

  it('checks recent lists first, only drops that can have a list, and at most 25', async () => {
    const bodies: string[] = [];
    const many = Array.from({ length: 40 }, (_, i) => drop(`past-${i}`, `Past ${i}`));
    const ahead = drop('ahead', 'Ahead', {
      status: 'upcoming',
      snapshot: { block: null, date: '2027-01-01T00:00:00Z' },
    });
    const { html } = await check({}, { ...drops(ahead, ...many, drop('linea', 'Linea')), ...batch(eligible()) });
    bodies.push(...(/-d &#39;(\{.*?\})&#39;|-d '(\{.*?\})'/.exec(html)?.slice(1) ?? []).filter(Boolean));
    const sent = JSON.parse(bodies[0]!.replaceAll('&quot;', '"')) as { checks: { drop: string }[] };
    expect(sent.checks).toHaveLength(25);
    expect(sent.checks[0]?.drop).toBe('linea');
    expect(sent.checks.map((each) => each.drop)).not.toContain('ahead');
  });

  it('checks a recent list of a drop that is not among the first drops', async () => {
    const { html, text } = await check({}, { ...drops(drop('base', 'Base')), ...batch(eligible()) });
    expect(html).toMatch(/checks[^}]*linea/);
    expect(text).toContain('published in the last 30 days, and others whose snapshot was taken, 25 at most');
  });

  it('explains an invalid wallet once', async () => {
    const { detail, errors } = invalidWallet('evm_length', 'An EVM address has exactly 40 hex digits after 0x');
    const fault = { problem: { status: 422, code: 'invalid_wallet', title: '', detail, errors } };
    const { view, text, html } = await check({ wallet: '0x12' }, batch(fault, fault));
    expect(view.status).toBe(422);
    expect(text).toContain('An EVM address has exactly 40 hex digits after 0x.');
    expect(html).toMatch(/<input id="wallet"[^>]*aria-invalid="true"/);
  });

  it('skips a drop that was archived a moment ago', async () => {
    const fault = { problem: { status: 410, code: 'drop_archived', title: '', detail: '', errors: [] } };
    expect((await check({}, batch(fault, eligible()))).text).toContain('Eligible for 1 of 1 checked drop ');
    const none = await check({}, batch(fault));
    expect(none.view.status).toBe(422);
    expect(none.text).toContain('Choose a drop');
  });

  it('asks for a drop if none can have a list, or if the key checks one at a time', async () => {
    const none = await check({}, { ...drops(), 'GET /v1/events': { data: [], next_cursor: null, as_of: NOW } });
    expect(none.view.status).toBe(422);
    expect(none.html).toMatch(/<input id="drop"[^>]*aria-invalid="true"/);
    const plans = { required_plan: 'scale', current_plan: 'pro' } as const;
    const single = await check({}, { 'POST /v1/eligibility/batch': problem(403, 'plan_required', plans) });
    expect(single.view.status).toBe(422);
    expect(single.text).toContain('can check one drop at a time');
  });
});
