import type { Wallet } from '@droptrack/eligibility';
import type { ApiProgram } from './api-program';
import type { WalletTraces } from './wallet-traces';

/** One request about wallets. */
export interface Ask {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whose wallets may stand in the answer if it is 200: those that are asked about. */
  readonly about: readonly Wallet[];
  /** Whose wallets may stand in any answer: those that were sent where a path, a drop or a name of a member stands. */
  readonly echo?: readonly Wallet[];
}

const PATH = '/v1/eligibility';

/** Asks the API, and notes what each answer says of wallets that it should not. */
export class Asking {
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>();
  /** One sentence for each answer with a wallet in it that nobody asked that answer about. */
  readonly leaks: string[] = [];

  constructor(
    private readonly api: ApiProgram,
    private readonly traces: WalletTraces,
  ) {}

  /** One after the other; gives the last answer's body. */
  async all(key: string, asks: readonly Ask[]): Promise<string> {
    let last = '';
    for (const ask of asks) last = await this.one(key, ask);
    return last;
  }

  async one(key: string, { method = 'POST', path = PATH, headers = {}, body, about, echo = [] }: Ask): Promise<string> {
    const response = await this.api.ask(path, { key, method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
    const may = new Set([...(response.status === 200 ? about : []), ...echo].map(({ address }) => address));
    this.#look(`${method} ${path.slice(0, 24)}: ${response.status} ${text.slice(0, 60)}`, text, may);
    this.#look(`headers of ${method}: ${response.status}`, JSON.stringify([...response.headers]), new Set());
    return text;
  }

  /** A batch: each answer may tell of the wallet in its own place only. */
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

  #look(what: string, text: string, may: ReadonlySet<string>): void {
    for (const wallet of this.traces.in(text)) {
      if (!may.has(wallet)) this.leaks.push(`${what}: ${wallet}`);
    }
  }
}

/** Every way in which checks of one wallet are well and badly made. */
export function asksAbout(wallet: Wallet, drops: readonly string[]): Ask[] {
  const [about, echo] = [[wallet], [wallet]];
  const { address } = wallet;
  const other = wallet.type === 'evm' ? address.toLowerCase() : address;
  const post = (value: unknown, more: Partial<Ask> = {}): Ask => ({ body: JSON.stringify(value), about, ...more });
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
    { method: 'GET', path: `/v1/eligibility?wallet=${address}&drop=${drop}`, about },
    { method: 'GET', path: `/v1/eligibility/${address}`, about, echo },
    { method: 'GET', path: `/v1/drops/${address}`, about, echo },
    { method: 'GET', path: `/v1/drops?q=${address}`, about },
    { method: 'GET', path: `/v1/drops?${address}=1`, about, echo },
    { method: 'GET', path: `/v1/drops?cursor=${address}`, about },
    { method: 'GET', path: `/v1/snapshots/drops/nobody/allocations?after=${address}`, about },
    { method: 'PUT', ...post({ wallet: address, drop }) },
  ];
}

/** What people paste: nearly a wallet. */
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
