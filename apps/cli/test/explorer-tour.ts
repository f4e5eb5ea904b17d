import type { Wallet } from '@droptrack/eligibility';
import type { ApiProgram } from './api-program';
import type { WalletTraces } from './wallet-traces';

/** Response of the explorer to a request about wallets. */
export interface Visit {
  /** Method, path without what follows it, and a word about the request. */
  readonly about: string;
  readonly isPosted: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const FORM = 'application/x-www-form-urlencoded';

/** Visits the explorer as browsers and other clients do, and keeps the responses. */
export class ExplorerTour {
  readonly visits: Visit[] = [];
  /** One line per response with a wallet that its request did not name, or with a wallet in a header. */
  readonly leaks: string[] = [];

  constructor(
    private readonly explorer: Pick<ApiProgram, 'url'>,
    private readonly traces: WalletTraces,
  ) {}

  /** Posts the form of the check as the page does. */
  check(wallet: string, drop: string, own: readonly Wallet[], headers: Record<string, string> = {}): Promise<Visit> {
    return this.send('/check', `check ${drop.slice(0, 8)}`, own, {
      method: 'POST',
      headers: { 'content-type': FORM, 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams({ wallet, drop }).toString(),
    });
  }

  /** @param own - wallets that the body of the response can contain: those of the request. */
  async send(path: string, about: string, own: readonly Wallet[], init: RequestInit = {}): Promise<Visit> {
    const response = await fetch(new URL(path, this.explorer.url), { redirect: 'manual', ...init });
    const body = await response.text();
    const { status, headers } = response;
    const visit = { about, isPosted: init.method === 'POST', status, headers, body };
    this.visits.push(visit);
    const may = new Set(own.map(({ address }) => address));
    for (const wallet of this.traces.in(body)) if (!may.has(wallet)) this.leaks.push(`${about}: ${status} ${wallet}`);
    for (const wallet of this.traces.in(JSON.stringify([...headers]))) {
      this.leaks.push(`headers, ${about}: ${status} ${wallet}`);
    }
    return visit;
  }

  /** Forms about a wallet: valid ones, and the errors of careless pastes. */
  async forms(wallet: Wallet, drops: readonly string[]): Promise<void> {
    const { address, type } = wallet;
    const own = [wallet];
    for (const drop of drops) await this.check(address, drop, own);
    const spellings = type === 'evm' ? [address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`] : [];
    for (const text of [...spellings, ...carelessly(address)]) await this.check(text, 'listed', own);
    await this.check(` ${address}\n`, '', own);
    await this.check('name.eth', address, own);
    await this.check(address, address, own);
    await this.check(address, address.toLowerCase(), own);
    const body = new URLSearchParams([[address, 'listed']]).toString();
    const headers = { 'content-type': FORM, 'sec-fetch-site': 'same-origin' };
    await this.send('/check', 'member', own, { method: 'POST', headers, body });
    await this.send('/check', 'long', own, { method: 'POST', headers, body: `wallet=${address}${'a'.repeat(5_000)}` });
    const json = { 'content-type': 'application/json' };
    await this.send('/check', 'JSON', own, { method: 'POST', headers: json, body: `{"wallet":"${address}"}` });
  }

  /** Addresses and headers into which a visitor writes a wallet. */
  async addresses({ address }: Wallet, own: readonly Wallet[]): Promise<void> {
    const encoded = [...address].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    const paths = [`/check?wallet=${address}&drop=listed`, `/check?wallet=${encoded}`, `/check?drop=${address}`];
    const others = [`/drops/${address}`, `/${encoded}`, `/?q=${address}`, `/?cursor=${address}`, `/assets/${address}`];
    const filters = [
      `/?chain=${address}`,
      `/calendar?drop=${address}`,
      `/calendar?chain=${address}`,
      `/about?${address}`,
    ];
    for (const path of [...paths, ...others, ...filters]) await this.send(path, `address ${path.slice(0, 9)}`, own);
    for (const name of ['referer', 'user-agent', 'cookie', 'x-forwarded-for', 'x-request-id', 'origin', 'accept']) {
      await this.send('/check', name, [], { headers: { [name]: address } });
    }
  }

  /** Forms that other sites send. @returns their statuses. */
  async foreignForms(wallet: Wallet): Promise<number[]> {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: this.explorer.url },
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
    ];
    const visits: Visit[] = [];
    for (const headers of foreign) {
      const body = new URLSearchParams({ wallet: wallet.address, drop: 'listed' }).toString();
      const sent = Object.entries({ ...headers, 'content-type': FORM }).filter(([, value]) => value !== '');
      visits.push(
        await this.send('/check', 'foreign', [], { method: 'POST', headers: sent as [string, string][], body }),
      );
    }
    return visits.map(({ status }) => status);
  }
}

/** Typical paste errors: almost a wallet. */
function carelessly(address: string): string[] {
  const at = address.search(/[a-f]/);
  const wrongCase = `${address.slice(0, at)}${address.charAt(at).toUpperCase()}${address.slice(at + 1)}`;
  return [wrongCase, `${address}0`, address.slice(0, -1), address.slice(2), `${address}.eth`, `${address} ${address}`];
}
