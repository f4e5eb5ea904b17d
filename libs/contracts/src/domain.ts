/** Maximum length of a host, in characters. */
export const HOST_LENGTH_MAX = 253;

/** All statuses of a host. */
export const DOMAIN_STATUSES = ['official', 'imitates', 'listed_as_phishing', 'unknown'] as const;
/**
 * Status of a host: `official` of a drop, on a list of phishing sites, or like an official domain without being one. The first that applies
 * counts in this order: `official`, `listed_as_phishing`, `imitates`. `unknown` is not safe: nothing is known about the host.
 */
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** All ways in which a host imitates a domain. */
export const DOMAIN_IMITATIONS = ['subdomain', 'confusable', 'combined_words', 'edit_distance'] as const;
/**
 * Way in which a host imitates a domain: it contains the whole domain before its end (`linea.build.example.com`), its name looks the same
 * (`l1nea`), is the same beside other words (`linea-claim`), or differs by one letter (`lineaa`).
 */
export type DomainImitation = (typeof DOMAIN_IMITATIONS)[number];

/** Official domain of a drop. All hosts below it are official as well. */
export interface OfficialDomain {
  /** Domain in ASCII and lower case, such as `linea.build`. */
  domain: string;
  /** Page that states the domain: a page of the project, or the link of the catalogue. @format uri */
  page: string;
}

/** Entry of a list of phishing sites. */
export interface ListedPhishing {
  /** Host on the list: the requested one, or one that it is below. */
  host: string;
  /** Name of the list. */
  source: 'eth-phishing-detect';
  /** Version of the list. */
  version: string;
  /** Page of the list. @format uri */
  url: string;
  /** Day of the newest entry of the list, as `YYYY-MM-DD`: later sites are not on it. Null while unknown. @format date */
  date: string | null;
}

/** Response of GET /v1/domains/{host}: what is known about a host. */
export interface DomainCheck {
  /** Host in ASCII and lower case; letters of other scripts are encoded (`xn--lnea-qpa.build`). @maxLength 253 */
  host: string;
  /** The same host in Unicode, as browsers may show it. */
  host_unicode: string;
  /** Status of the host. */
  status: DomainStatus;
  /** Ids of the drops that the host belongs to, or whose domain it imitates. Empty for others. */
  drops: string[];
  /** Official domain that the host is, or is below. Null for others. */
  official: OfficialDomain | null;
  /** Imitated domain. Null for others. */
  imitates: {
    /** Domain that the host looks like. */
    domain: string;
    /** Way in which it does. */
    by: DomainImitation;
  } | null;
  /** Entry of a list of phishing sites. Null for a host on none. An official domain can be on one, by mistake or after a theft of the site. */
  listed: ListedPhishing | null;
  /** Instant up to which the response is complete. @format date-time */
  as_of: string;
}
