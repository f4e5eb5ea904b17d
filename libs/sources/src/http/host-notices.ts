import { headerLine, type ResponseHeaders } from './response-headers';

/** Announcement of a host about the requests that it received: it will end them, or warns about them. */
export interface HostNotice {
  /** With its port; without a path, which may contain a key. */
  readonly host: string;
  /** Such as `deprecated as of 2026-05-01; "use /markets/keyset"`; up to 300 characters, without control characters. */
  readonly text: string;
  /** Instant from which the host may reject the requests, milliseconds since the epoch; null if it states none. */
  readonly sunsetAtMs: number | null;
  /** Last response with it, milliseconds since the epoch. */
  readonly seenAtMs: number;
}

/** Maximum number of notices per host, and of all: texts may differ with every response. */
const PER_HOST_MAX = 3;
const NOTICES_MAX = 60;
const LINE_LENGTH_MAX = 4_096;
const TEXT_LENGTH_MAX = 300;

/** Notices of hosts in the headers of their responses, each reported once. Shared by all requests of a source. */
export class HostNotices {
  readonly #notices = new Map<string, HostNotice>();

  /** @param onNotice - called with each new notice, for the log. */
  constructor(private readonly onNotice: (notice: HostNotice) => void = () => undefined) {}

  /** Latest notices of each host, the least recent response first. */
  get all(): readonly HostNotice[] {
    return [...this.#notices.values()];
  }

  /** Reads `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Warning` (RFC 7234, section 5.5). */
  read(host: string, headers: ResponseHeaders, nowMs: number): void {
    const parts = [deprecationOf(line(headers, 'deprecation')), ...warningsOf(line(headers, 'warning'))];
    const sunsetAtMs = headerDateMs(line(headers, 'sunset'));
    const text = cleaned(parts.filter((part) => part !== null).join('; '));
    if (text === '' && sunsetAtMs === null) return;
    const notice = { host, text, sunsetAtMs, seenAtMs: nowMs };
    const key = `${host} ${sunsetAtMs} ${text}`;
    const isKnown = this.#notices.delete(key);
    const [oldest, ...others] = [...this.#notices].filter(([, each]) => each.host === host);
    if (oldest === undefined && this.#notices.size >= NOTICES_MAX) return;
    const isFull = others.length + 1 >= PER_HOST_MAX && oldest !== undefined;
    // The latest ones are kept; a host whose text differs with every response does not fill the log.
    if (isFull && !isKnown) this.#notices.delete(oldest[0]);
    this.#notices.set(key, notice);
    if (!isKnown && !isFull) this.onNotice(notice);
  }
}

const line = (headers: ResponseHeaders, name: string): string | null =>
  headerLine(headers, name)?.slice(0, LINE_LENGTH_MAX).trim() ?? null;

/** A date as RFC 9745 writes it (`@1688169599`), or as its drafts did (a date, or `true`). */
function deprecationOf(value: string | null): string | null {
  if (value === null || /^(?:|false|0|\?0)$/i.test(value)) return null;
  const seconds = /^@(-?\d{1,12})$/.exec(value)?.[1];
  const atMs = seconds === undefined ? headerDateMs(value) : plausible(Number(seconds) * 1_000);
  return atMs === null ? 'deprecated' : `deprecated as of ${new Date(atMs).toISOString().slice(0, 10)}`;
}

/** Milliseconds since the epoch; null for a text that is no date of this century. */
const headerDateMs = (value: string | null): number | null =>
  // A number or a word alone is a year for the parser of dates.
  plausible(value === null || /^[\w.+-]+$/.test(value) ? NaN : Date.parse(value));

const plausible = (ms: number): number | null => (ms >= Date.UTC(2_000, 0) && ms < Date.UTC(2_100, 0) ? ms : null);

const WARNING = /(?:^|,)\s*(\d{3}) \S+ "((?:[^"\\]|\\.){0,1000})"/g;
/** The others are about copies in caches. */
const MISCELLANEOUS = new Set(['199', '299']);

function warningsOf(value: string | null): string[] {
  if (value === null || value === '') return [];
  const found = [...value.matchAll(WARNING)];
  if (found.length === 0) return /^\d{3} /.test(value) ? [] : [quoted(value)];
  return found.flatMap(([, code = '', text = '']) =>
    MISCELLANEOUS.has(code) ? [quoted(text.replace(/\\(.)/g, '$1'))] : [],
  );
}

const quoted = (text: string): string => `"${text}"`;

/** The text is that of a stranger, and is printed to logs and terminals. */
const cleaned = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, TEXT_LENGTH_MAX);
