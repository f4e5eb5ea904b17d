import { CLAIM, failedAction, readyAction } from '@droptrack/claim-calls/testing';
import type { ClaimAction } from '@droptrack/contracts';
import { encode } from 'uqr';
import { check, drop, eligible, problem, RESPONSES, WALLET, without } from './testing';

const CALL = { drop: 'linea', call: 'prepare' };
const REQUEST = 'POST /v1/claims/prepare';
const prepared = (action: object, form: Record<string, string> = {}) =>
  check({ ...CALL, ...form }, { [REQUEST]: action });
const readyWith = (over: Partial<ClaimAction>) => prepared(readyAction(over));

describe('the claim call', () => {
  it('is prepared on request only, by a form that has the wallet in no address', async () => {
    const { html, requests, view } = await check({ drop: 'linea' });
    expect(requests).not.toContain(REQUEST);
    expect(view.islands).toBeUndefined();
    const [form = ''] = /<form class="claim-form"[^]*?<\/form>/.exec(html) ?? [];
    expect(form).toMatch(/method="post" action="\/check"/);
    expect(form).toContain(`<input type="hidden" name="wallet" value="${WALLET}"/>`);
    expect(form).toContain('Show the claim call');
  });

  it('is not offered to a wallet that is not eligible, and not prepared for it', async () => {
    const ineligible = without('ineligible', 'not_in_allocation_list', 'No.');
    const { html, requests } = await check(CALL, { 'POST /v1/eligibility': ineligible, [REQUEST]: readyAction() });
    expect(html).not.toContain('claim-form');
    expect(requests).not.toContain(REQUEST);
  });

  it('is shown with what it pays and costs, who can send it, its checks and its simulation', async () => {
    const { text, view } = await prepared(readyAction());
    expect(text).toContain(`Pays 1,250.5 LINEA to ${CLAIM.wallet}`);
    expect(text).toContain('Effect pays the tokens Fee none beside gas Gas 83828 Sender anyone');
    expect(text).toContain('Simulation pays exactly this, block 23400064 Valid until 2026-12-09T00:00:00.000Z');
    expect(text).toContain('the proof leads to the root of the list Yes none needed');
    expect(text).toContain('the contract has the root of the list Yes 23,400,064');
    expect(text).toContain('unsigned, and this site sends nothing');
    expect(view.islands).toEqual(['copy']);
  });

  it('shows each argument by name and value, decoded from the calldata', async () => {
    const { text } = await prepared(readyAction());
    expect(text).toContain('Function claim on chain 59144, decoded from data');
    expect(text).toContain('index uint256 5');
    expect(text).toContain(`account address ${CLAIM.wallet.toLowerCase()}`);
    expect(text).toContain(`amount uint256 ${CLAIM.amount} (1,250.5 LINEA)`);
    expect(text).toContain('merkleProof bytes32[] 20 hashes');
  });

  it('says that calldata of another function is not decoded, and shows no code of it', async () => {
    const { calls } = readyAction();
    const { text, html } = await readyWith({ calls: [{ ...calls[0]!, data: `0xdeadbeef${'00'.repeat(32)}` }] });
    expect(text).toContain('This site cannot decode the call.');
    expect(html).not.toContain('ethereum:');
  });

  it('has to, value, data and the JSON of EIP-5792 to copy', async () => {
    const { calls } = readyAction();
    const { html } = await prepared(readyAction());
    const copied = [...html.matchAll(/data-copy="([^"]*)"[^]*?<code>([^]*?)<\/code>/g)].map(([, name, text = '']) => [
      name,
      text.replaceAll('&quot;', '"'),
    ]);
    expect(copied.slice(0, 3)).toEqual([
      ['to', CLAIM.contract],
      ['value', '0x0'],
      ['data', calls[0]!.data],
    ]);
    const { to, data, value } = calls[0]!;
    expect(JSON.parse(copied[3]![1]!)).toEqual([
      { version: '2.0.0', chainId: '0xe708', atomicRequired: false, calls: [{ to, data, value }] },
    ]);
    const own = await readyWith({ sender: 'wallet' });
    expect(own.html).toContain(`&quot;from&quot;: &quot;${CLAIM.wallet}&quot;`);
  });

  it('states fees with their margin, what is given up, and a wallet without gas', async () => {
    const asset = CLAIM.token;
    const { text } = await readyWith({
      fees: [{ kind: 'distributor', asset: 'native', amount: `1${'0'.repeat(15)}`, margin: `3${'0'.repeat(13)}`, read_at_block: 7 }], // prettier-ignore
      forgoes: { asset, amount: `9${'0'.repeat(18)}` },
      simulation: { ...readyAction().simulation!, insufficient_gas: true },
    });
    expect(text).toContain('Fee 0.001 of the native token, and a margin of 0.00003, as of block 7');
    expect(text).toContain('Gives up for good 9 LINEA');
    expect(text).toContain('the wallet has too little of the native token for fee and gas');
  });
});

describe('a claim that is not ready', () => {
  it('has the reason, the check that does not hold, the official page and no call', async () => {
    const { text, html, view } = await prepared(failedAction('contract_changed'));
    expect(text).toContain('Claim call unknown The code of the distributor is not the declared one');
    expect(text).toContain('the contract has code that is declared or cannot be replaced No 23,400,064');
    expect(html).toContain('Read more at claim.linea.example</a>');
    expect(html).not.toMatch(/data-copy|class="qr"/);
    expect(view.islands).toBeUndefined();
  });

  it('does not link a page on another host', async () => {
    const { html } = await prepared(failedAction('project_page_required', { page: 'https://evil.example/claim' }));
    expect(html).not.toContain('href="https://evil.example');
  });

  // A node is another party: it may answer with markup, and with characters that reorder text.
  it('shows the text of a node as text', async () => {
    const error = '<img src=x onerror=alert(1)>\u202eexecution reverted';
    const simulation = { ...readyAction().simulation!, ok: false, error, transfers: null };
    const { html, text } = await prepared(failedAction('simulation_failed', { simulation }));
    expect(html).toContain('&lt;img src=x onerror=alert(1)>');
    expect(html).not.toMatch(/<img|\u202e/);
    expect(text).toContain('Simulation fails, block 23400064');
  });

  it.each([
    ['several_lists', /<select id="claim-linea" name="list">/],
    ['delegate_required', /<input id="claim-linea" name="delegate" required/],
    ['forgone_not_accepted', /<input id="claim-linea" name="accept_forgone" type="checkbox" value="yes" required/],
  ] as const)('asks for the choice that it lacks: %s', async (code, field) => {
    expect((await prepared(failedAction(code))).html).toMatch(field);
  });

  it.each([
    [problem(422, 'invalid_wallet', { detail: 'The delegate is too short.' }), 'The delegate is too short. '],
    [problem(503, 'unavailable', {}), 'The API cannot serve this site at the moment. '],
  ])('leaves the result of the check in place if nothing was prepared', async (response, sentence) => {
    const { text, view } = await prepared(response);
    expect(view.status).toBe(200);
    expect(text).toContain('Linea Eligible 1,250.5 LINEA');
    expect(text).toContain(`Claim call not prepared ${sentence}`);
  });

  it('sends and repeats no delegate that may be a key', async () => {
    const delegate = `0x${'ab12'.repeat(16)}`;
    const { html, requests, view } = await prepared(readyAction(), { delegate });
    expect(view.status).toBe(422);
    expect(html).not.toContain(delegate.slice(2));
    expect(requests).not.toContain(REQUEST);
  });
});

describe('the QR code', () => {
  /** Darkness of a module by the path of the picture. */
  const codeOf = (html: string): string[] => {
    const [, path = ''] = /<path d="([^"]*)" fill="#000"/.exec(html) ?? [];
    return path.split('z').filter((part) => part !== '');
  };
  const codeFor = (text: string): string[] =>
    encode(text, { ecc: 'M', border: 4 }).data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1`] : [])),
    );

  it('has the call where ERC-681 can carry it: a function without arrays, and no money', async () => {
    const { html, text } = await prepared(readyAction({}, 'arbitrum'));
    const url = `ethereum:${CLAIM.contract}@59144/claim?value=0`;
    expect(codeOf(html)).toEqual(codeFor(url));
    expect(text).toContain(url);
  });

  // A wallet that does not read the function would send the money alone, and none can read a proof.
  it.each([
    ['a proof', readyAction()],
    ['a value', { ...readyAction({}, 'arbitrum'), calls: [{ ...readyAction({}, 'arbitrum').calls[0]!, value: '0x1' }] }], // prettier-ignore
  ])('has this page without the wallet for a call with %s', async (_, action) => {
    const { html, text } = await prepared(action);
    expect(codeOf(html)).toEqual(codeFor('https://drops.example.com/check?drop=linea'));
    expect(text).not.toContain('ethereum:');
  });
});

it('offers the call of each eligible drop in a check of all', async () => {
  const summary = { claimable_now: 1, claimable_value_usd: 1, claimable_without_price: 0, checked_lists: 1 };
  const all = {
    data: [{ wallet: WALLET, wallet_type: 'evm', summary: { ...summary, eligible: 1, ineligible: 0, pending: 0, unknown: 0, excluded: 0, expired: 0 }, data: [eligible()] }], // prettier-ignore
    as_of: eligible().as_of,
  };
  const { html } = await check({}, { 'POST /v1/wallets/drops': all, 'GET /v1/drops': { ...RESPONSES['GET /v1/drops'], data: [drop('linea', 'Linea')] } }); // prettier-ignore
  expect(html).toContain('<input type="hidden" name="drop" value="linea"/>');
});
