import { type FakeHandler, type FakeServer, type Reply, startFakeServer } from '@droptrack/sources/testing';
import type { Wallet } from '@droptrack/eligibility';
import type { ApiProgram } from './api-program';
import type { WalletTraces } from './wallet-traces';

/** Request about wallets. */
interface WalletRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Wallets that a 200 response may contain: those of the request. */
  readonly about: readonly Wallet[];
  /** Wallets that any response may contain: those sent in place of a path, a drop id or a member name. */
  readonly echo?: readonly Wallet[];
}

const PATH = '/v1/eligibility';
const WALLETS_PATH = '/v1/wallets/drops';

/** Sends requests, and records each wallet that a response must not contain. */
export class PrivacyProbe {
  /** Number of responses by status. */
  readonly statuses = new Map<number, number>();
  /** One line per response with a wallet that its request did not name. */
  readonly leaks: string[] = [];

  constructor(
    private readonly api: ApiProgram,
    private readonly traces: WalletTraces,
  ) {}

  /** Sends all requests in order. @returns the last body. */
  async all(key: string, requests: readonly WalletRequest[]): Promise<string> {
    let last = '';
    for (const request of requests) last = await this.one(key, request);
    return last;
  }

  async one(
    key: string,
    { method = 'POST', path = PATH, headers = {}, body, about, echo = [] }: WalletRequest,
  ): Promise<string> {
    const response = await this.api.ask(path, { key, method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
    const may = new Set([...(response.status === 200 ? about : []), ...echo].map(({ address }) => address));
    this.#look(`${method} ${path.slice(0, 24)}: ${response.status} ${text.slice(0, 60)}`, text, may);
    this.#look(`headers of ${method}: ${response.status}`, JSON.stringify([...response.headers]), new Set());
    return text;
  }

  /** Sends a batch: each result may contain only the wallet of its own position. */
  async batch(key: string, drop: string, wallets: readonly Wallet[], texts: readonly string[]): Promise<void> {
    const body = JSON.stringify({ checks: texts.map((wallet) => ({ wallet, drop })) });
    const answer = await this.one(key, { path: `${PATH}/batch`, body, about: wallets });
    const { data } = JSON.parse(answer) as { data: object[] };
    expect(data).toHaveLength(texts.length);
    for (const [place, item] of data.entries()) {
      const own = 'problem' in item ? [] : [wallets[place]?.address ?? ''];
      this.#look(`place ${place} of a batch`, JSON.stringify(item), new Set(own));
    }
  }

  /** Asks for the drops of wallets: each item may contain only the wallet of its own position. */
  async walletDrops(key: string, wallets: readonly Wallet[], texts: readonly string[]): Promise<void> {
    const body = JSON.stringify({ wallets: texts, include: ['claimed', 'proofs', 'ineligible'] });
    const answer = await this.one(key, { path: WALLETS_PATH, body, about: wallets });
    const { data = [] } = JSON.parse(answer) as { data?: object[] };
    for (const [place, item] of data.entries()) {
      const own = 'problem' in item ? [] : [wallets[place]?.address ?? ''];
      this.#look(`place ${place} of the drops of wallets`, JSON.stringify(item), new Set(own));
    }
  }

  #look(what: string, text: string, may: ReadonlySet<string>): void {
    for (const wallet of this.traces.in(text)) {
      if (!may.has(wallet)) this.leaks.push(`${what}: ${wallet}`);
    }
  }
}

/** Valid and invalid checks of one wallet, in every form. */
export function requestsAbout(wallet: Wallet, drops: readonly string[]): WalletRequest[] {
  const [about, echo] = [[wallet], [wallet]];
  const { address } = wallet;
  const other = wallet.type === 'evm' ? address.toLowerCase() : address;
  const post = (value: unknown, more: Partial<WalletRequest> = {}): WalletRequest => ({
    body: JSON.stringify(value),
    about,
    ...more,
  });
  const [drop = ''] = drops;
  return [
    ...drops.flatMap((each) => [post({ wallet: address, drop: each }), post({ wallet: other, drop: each })]),
    ...faulty(address).map((text) => post({ wallet: text, drop })),
    post({ wallet: [address], drop }),
    post({ wallet: { address }, drop }),
    post({ wallet: address, drop, chain: address }),
    post({ wallet: address, drop: address }, { echo }),
    post({ wallet: address, drop, [address]: 1 }, { echo }),
    post(address),
    { body: `{"wallet":"${address}","drop":`, about },
    { body: `wallet=${address}`, headers: { 'content-type': 'application/x-www-form-urlencoded' }, about },
    { body: `{"wallet":"${address}","pad":"${'a'.repeat(70_000)}"}`, about },
    post({ wallet: address, drop }, { path: `/v1/eligibility?wallet=${address}` }),
    post({ wallet: address, drop }, { headers: { accept: 'text/html' } }),
    post({ wallet: address, drop }, { headers: { authorization: `Bearer ${address}` } }),
    ...[
      post({ wallets: [address] }),
      post({ wallets: [other], status: ['live'], include: ['ineligible'] }),
      post({ wallets: address }),
      post({ wallets: [address], status: [address] }),
      post({ wallets: [address], include: [address] }),
      post({ wallets: [{ address }] }),
      post({ wallets: [address], [address]: 1 }, { echo }),
      { body: `{"wallets":["${address}"`, about },
      { body: JSON.stringify({ wallets: [address.repeat(600)] }), about },
    ].map((request) => ({ ...request, path: WALLETS_PATH })),
    { method: 'GET', path: `/v1/wallets/drops?wallets=${address}`, about },
    { method: 'GET', path: `/v1/wallets/${address}/drops`, about, echo },
    { method: 'GET', path: `/v1/eligibility?wallet=${address}&drop=${drop}`, about },
    { method: 'GET', path: `/v1/eligibility/${address}`, about, echo },
    { method: 'GET', path: `/v1/drops/${address}`, about, echo },
    { method: 'GET', path: `/v1/drops?q=${address}`, about },
    { method: 'GET', path: `/v1/drops?${address}=1`, about, echo },
    { method: 'GET', path: `/v1/drops?cursor=${address}`, about },
    { method: 'GET', path: `/v1/snapshots/drops/unknown/allocations?after=${address}`, about },
    { method: 'PUT', ...post({ wallet: address, drop }) },
    ...toolCallsAbout(address, drop),
  ];
}

/** Calls of tools with a wallet in every place. No result repeats the wallet. */
function toolCallsAbout(address: string, drop: string): WalletRequest[] {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const message = (method: string, params: unknown): WalletRequest => ({
    path: '/mcp',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    about: [],
  });
  const call = (name: string, args: unknown) => message('tools/call', { name, arguments: args });
  return [
    call('check_wallet', { wallet: address }),
    call('check_wallet', { wallet: address, drop }),
    ...faulty(address).map((wallet) => call('check_wallet', { wallet, drop })),
    call('check_wallet', { wallet: address, drop: address }),
    call('check_wallet', { wallet: address, [address]: 1 }),
    call('check_wallet', address),
    call('get_drop', { id: address }),
    call('find_drops', { q: address, cursor: address }),
    call(address, {}),
    message(address, {}),
  ];
}

/** Typical paste errors: almost a wallet. */
function faulty(address: string): string[] {
  const at = address.search(/[a-f]/);
  const wrongCase = `${address.slice(0, at)}${address.charAt(at).toUpperCase()}${address.slice(at + 1)}`;
  return [
    wrongCase,
    `${address}0`,
    address.slice(0, -1),
    ` ${address}`,
    address.slice(2),
    `${address}\n`,
    `${address},`,
  ];
}

/** Replies of faulty chain nodes, which echo the request wherever possible. */
export const ILLNESSES = {
  fails: (body) => ({ status: 500, body }),
  babbles: (body) => ({ body: `no JSON: ${body}` }),
  rejects: (body) => ({
    body: { jsonrpc: '2.0', id: 1, error: { code: 3, message: `reverted: ${body}`, data: body } },
  }),
  echoes: (body) => ({ body: [{ jsonrpc: '2.0', id: body, result: body }] }),
  redirects: (body) => ({ status: 302, headers: { location: `/${encodeURIComponent(body)}` }, body: '' }),
  hurries: (body) => ({ status: 429, headers: { 'retry-after': body.replace(/\s/g, '') }, body }),
  sleeps: () => new Promise(() => undefined),
} as const satisfies Record<string, (body: string) => Reply | Promise<Reply>>;

/** Starts one node of each kind, by name. All return the right chain id, so that calls are sent to them. */
export async function startIllNodes(): Promise<Map<string, FakeServer>> {
  const started = Object.entries(ILLNESSES).map(async ([name, ill]) => {
    const answer: FakeHandler = ({ body }) =>
      body.includes('eth_call') ? ill(body) : { body: { jsonrpc: '2.0', id: idIn(body), result: '0x1' } };
    return [name, await startFakeServer(answer)] as const;
  });
  return new Map(await Promise.all(started));
}

function idIn(body: string): unknown {
  return (JSON.parse(body) as { id?: unknown }).id;
}
