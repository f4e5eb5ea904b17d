import type { DomainTable } from '@droptrack/catalogue';
import type { DomainCheck } from '@droptrack/contracts';
import { DomainImitations, type Imitation, type KnownNames } from '@droptrack/discovery';
import { Injectable } from '@nestjs/common';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { objectBody } from '../../platform/responses/response-body';
import { ViewResponse } from '../../platform/responses/response-writer';
import { type Host, parseHost } from './parse-host';
import { PhishingList } from './phishing-list';

/** Decides from memory what is known about a host. */
@Injectable()
export class DomainsService {
  readonly #phishing = new PhishingList();
  /** Names of the official domains by table, of which two views may have one each. */
  readonly #imitations = new WeakMap<DomainTable, DomainImitations>();
  readonly #names: KnownNames = new Map();

  constructor(private readonly catalogue: LiveCatalogue) {}

  /** @throws {DomainError} `invalid_parameter` for a text that is no host name. */
  get(viewer: Viewer, text: string): ViewResponse {
    const host = parseHost(text);
    const seen = this.catalogue.requireView(viewer);
    return new ViewResponse(objectBody(this.#check(host, seen.view.domains)), seen);
  }

  #check(host: Host, domains: DomainTable): Omit<DomainCheck, 'as_of'> {
    const official = domains.find(host.ascii);
    const listed = this.#phishing.find(host.ascii);
    const imitates = official === null ? this.#imitationOf(host, domains) : null;
    const known = official ?? (imitates && (domains.byName.get(imitates.domain) ?? null));
    return {
      host: host.ascii,
      host_unicode: host.unicode,
      status: official ? 'official' : listed ? 'listed_as_phishing' : imitates ? 'imitates' : 'unknown',
      drops: [...(known?.drops ?? [])],
      official: official && { domain: official.domain, page: official.page },
      imitates: imitates && { domain: imitates.domain, by: imitates.by },
      listed,
    };
  }

  #imitationOf({ ascii, unicode }: Host, domains: DomainTable): Imitation | null {
    let own = this.#imitations.get(domains);
    if (own === undefined)
      this.#imitations.set(domains, (own = new DomainImitations(domains.byName.keys(), this.#names)));
    return own.find(ascii, unicode) ?? this.#phishing.imitation(ascii, unicode);
  }
}
