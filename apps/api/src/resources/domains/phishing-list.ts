import { ancestorsOf } from '@droptrack/catalogue';
import type { ListedPhishing } from '@droptrack/contracts';
import { DomainImitations, type Imitation } from '@droptrack/discovery';
import { readFileSync } from 'node:fs';

/** Members of the data of eth-phishing-detect. */
interface PhishingData {
  readonly blacklist: readonly string[];
  /** Domains that phishing sites often imitate. */
  readonly fuzzylist: readonly string[];
  /** Domains that look like those, and are no phishing sites. */
  readonly whitelist: readonly string[];
}

/**
 * The package, its version as pinned, and its date: that of its newest entries, which is after 2022-04-18 (`nft-moonbirds.net`, in it) and
 * before 2022-04-21 (`mintmoonbirds.com`, not in it). The package itself states none.
 *
 * @see https://github.com/MetaMask/eth-phishing-detect/pull/7165 - the newest entries.
 * @see docs/decisions/0097-official-domains.md
 */
const SOURCE = {
  source: 'eth-phishing-detect',
  version: '1.2.0',
  url: 'https://github.com/MetaMask/eth-phishing-detect',
  date: '2022-04-19',
} as const;

/** Lists of eth-phishing-detect, read on the first use. */
export class PhishingList {
  #lists: ReturnType<typeof readLists> | null = null;

  /** Entry of a host in ASCII, or of one that it is below; null for none. */
  find(host: string): ListedPhishing | null {
    const listed = ancestorsOf(host).find((name) => this.#read().listed.has(name));
    return listed === undefined ? null : { host: listed, ...SOURCE };
  }

  /** Often imitated domain that a host looks like; null for none, and for a domain that the list knows to be no imitation. */
  imitation(host: string, shown: string): Imitation | null {
    const { imitations, known } = this.#read();
    return ancestorsOf(host).some((name) => known.has(name)) ? null : imitations.find(host, shown);
  }

  #read() {
    return (this.#lists ??= readLists());
  }
}

/** Takes some 10 ms and keeps 1 MB; the parsed file itself is released, which a module would not be. */
function readLists() {
  const file = require.resolve('eth-phishing-detect/src/config.json');
  const { blacklist, fuzzylist, whitelist } = JSON.parse(readFileSync(file, 'utf8')) as PhishingData; // Pinned, and tested.
  return {
    listed: new Set(blacklist),
    imitations: new DomainImitations(fuzzylist),
    known: new Set([...whitelist, ...fuzzylist]),
  };
}
