import { CLAIM, failedAction, readyAction } from '@droptrack/claim-calls/testing';
import type { ClaimAction } from '@droptrack/contracts';
import { Droptrack, type Fetch } from '@droptrack/sdk';
import { recordedOutput } from '../../testing/recorded-output';
import { prepareClaim, type PrepareClaim } from './prepare';

const NONE = { to: null, list: null, delegate: null, acceptForgone: false };
const DROP = { id: 'linea', symbol: 'LINEA', token: CLAIM.token };
const EXPLAINED = { drop: 'linea', wallets: ['evm'], lists: [{ list: null, decimals: 18 }] };
const rowsOf = (text: string): string[][] => text.split('\n').map((line) => line.split(/ {2,}/));

async function prepare(response: object, over: Partial<PrepareClaim> = {}, status = 200) {
  const requested: string[] = [];
  const posted: { url: string; body: unknown }[] = [];
  const fetch: Fetch = (url, init) => {
    const { pathname } = new URL(url);
    requested.push(pathname);
    if (init?.method === 'POST') posted.push({ url: String(url), body: JSON.parse(String(init.body)) });
    if (pathname === '/v1/claims/prepare') return Promise.resolve(Response.json(response, { status }));
    return Promise.resolve(Response.json(pathname.endsWith('/explain') ? EXPLAINED : DROP));
  };
  const { output, said } = recordedOutput();
  const client = new Droptrack({ apiKey: 'dtk_test', baseUrl: 'http://api.test', maxRetries: 0, fetch });
  const deps = { client, output, signal: new AbortController().signal };
  const input = { drop: 'linea', wallet: CLAIM.wallet, ...NONE, ...over };
  const code = await prepareClaim(input, deps).catch((error: unknown) => error);
  return { code, said, posted, requested };
}

describe('claims prepare', () => {
  it('prints the checks, the decoded call, what is paid, and the costs', async () => {
    const { code, said, posted } = await prepare(readyAction());
    expect(code).toBe(0);
    expect(posted).toEqual([
      { url: 'http://api.test/v1/claims/prepare', body: { drop: 'linea', wallet: CLAIM.wallet } },
    ]);
    const rows = rowsOf(said.text);
    const { data } = readyAction().calls[0]!;
    expect(rows).toEqual(
      expect.arrayContaining([
        ['CHECK', 'HOLDS', 'BLOCK', 'MEANING'],
        ['proof', 'yes', '-', 'the proof leads to the root of the list'],
        ['root', 'yes', '23400064', 'the contract has the root of the list'],
        ['index', 'uint256', '5'],
        ['account', 'address', CLAIM.wallet.toLowerCase()],
        ['amount', 'uint256', `${CLAIM.amount} (1250.5 LINEA)`],
        ['merkleProof', 'bytes32[]', '20 hashes'],
        ['function', 'claim'],
        ['chain', '59144'],
        ['to', CLAIM.contract],
        ['value', '0x0'],
        ['data', data],
        ['Pays', `1250.5 LINEA to ${CLAIM.wallet}`],
        ['Fee', 'none beside gas'],
        ['Simulation', 'pays exactly this, block 23400064'],
        ['Valid until', '2026-12-09T00:00:00.000Z'],
      ]),
    );
    expect(said.remarks).toMatch(/^Ready: unsigned and not sent\./);
    expect(said.document).toEqual(readyAction());
  });

  it('sends the choices of the caller, and none else', async () => {
    const to = CLAIM.contract;
    const { posted } = await prepare(readyAction(), { to, list: '', delegate: to, acceptForgone: true });
    expect(posted[0]!.body).toEqual({ drop: 'linea', wallet: CLAIM.wallet, to, list: null, delegate: to, accept_forgone: true }); // prettier-ignore
  });

  it('says why a claim is not ready, with the check that failed and the page of the project, and ends as a check does', async () => {
    const simulation = { ...readyAction().simulation!, ok: false, error: 'execution reverted', insufficient_gas: true };
    const { code, said } = await prepare(failedAction('simulation_failed', { simulation }));
    expect(code).toBe(0);
    expect(rowsOf(said.text)).toEqual(
      expect.arrayContaining([
        ['code', 'no', '23400064', 'the contract has code that is declared or cannot be replaced'],
        ['Simulation', 'fails, block 23400064; the wallet has too little of the native token for fee and gas'],
        ['Error of the node', 'execution reverted'],
      ]),
    );
    expect(said.remarks.split('\n')).toEqual([
      'unknown: The simulated claim reverts.',
      'Page of the project: https://claim.linea.example/now',
    ]);
  });

  it('says that a call of another function is not decoded', async () => {
    const action: ClaimAction = readyAction();
    const calls = [{ ...action.calls[0]!, data: '0xdeadbeef' }];
    expect((await prepare({ ...action, calls })).said.text).toContain('not decoded: do not send it');
  });

  it('states fees, what is given up, and another token in base units', async () => {
    const asset = `eip155:1/erc20:${CLAIM.contract}`;
    const fees = [
      { kind: 'distributor', asset: 'native', amount: `1${'0'.repeat(15)}`, margin: '0', read_at_block: 7 },
    ];
    const { said } = await prepare({ ...readyAction(), fees, forgoes: { asset, amount: '9' } });
    expect(rowsOf(said.text)).toEqual(
      expect.arrayContaining([
        ['Fee', '0.001 of the native token, as of block 7'],
        ['Gives up for good', `9 base units of ${asset}`],
      ]),
    );
  });

  it('sends no wallet as a drop, which would be part of an address', async () => {
    const { code, requested } = await prepare(readyAction(), { drop: CLAIM.wallet.toLowerCase(), wallet: 'linea' });
    expect(code).toMatchObject({ code: 'invalid_argument', message: 'The drop is a wallet: state the drop first' });
    expect(requested).toEqual([]);
  });

  it('reports a wrong address as wrong usage, without it', async () => {
    const { code, said } = await prepare({ code: 'invalid_wallet', detail: 'Too short' }, {}, 422);
    expect(code).toMatchObject({ code: 'invalid_argument', message: 'Too short' });
    expect(JSON.stringify([code, said])).not.toContain(CLAIM.wallet.slice(2));
  });

  it.each([
    ['wallet', 'ab12'.repeat(16)],
    ['wallet', `0x${'ab12'.repeat(16)}`],
    ['to', `0x${'ab12'.repeat(16)}`],
    ['delegate', `${'abandon '.repeat(11)}about`],
  ])('sends and repeats nothing of a secret: %s', async (member, text) => {
    const { code, said, posted } = await prepare(readyAction(), { [member]: text });
    expect(code).toMatchObject({ code: 'invalid_argument' });
    expect(posted).toEqual([]);
    for (const word of text.split(' ')) expect(JSON.stringify([code, said])).not.toContain(word);
  });
});
