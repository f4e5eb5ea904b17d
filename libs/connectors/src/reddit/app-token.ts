import { z } from 'zod';
import { type SourceHttp, SourceError } from '@droptrack/sources';

/** Token URL and credentials of an application. */
export interface AppCredentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Token response. The token is sent in a header, so it must be visible ASCII. */
const granted = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  expires_in: z.number().positive(),
});
/** A token is not used in its last minute, so that it does not expire during a poll. */
const SPARE_MS = 60_000;

/**
 * Access token of an application without a user (OAuth 2.0, "client credentials").
 *
 * All polls share it until shortly before it expires, and share the request for a new one. It is kept in memory only.
 */
export class AppToken {
  #current: { readonly token: string; readonly untilMs: number } | null = null;
  #request: Promise<string> | null = null;

  constructor(private readonly credentials: AppCredentials) {}

  /** @throws {SourceError} */
  async get(http: SourceHttp, nowMs: number): Promise<string> {
    if (this.#current !== null && nowMs < this.#current.untilMs) return this.#current.token;
    if (this.#request !== null) {
      // The poll that sent the shared request may end before the response; the others then send their own.
      const shared = await this.#request.catch(() => null);
      return shared ?? this.get(http, nowMs);
    }
    this.#request = this.#fetch(http, nowMs).finally(() => (this.#request = null));
    return this.#request;
  }

  /** Discards a rejected token, unless another has replaced it. */
  drop(token: string): void {
    if (this.#current?.token === token) this.#current = null;
  }

  async #fetch(http: SourceHttp, nowMs: number): Promise<string> {
    const { tokenUrl, clientId, clientSecret } = this.credentials;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const response = await http.json(tokenUrl, {
      headers: { authorization: `Basic ${basic}` },
      form: { grant_type: 'client_credentials' },
    });
    const parsed = granted.safeParse(response.kind === 'response' ? response.body : null);
    if (!parsed.success) throw new SourceError('wrong_shape', 'Reddit: the response contains no token');
    const { access_token: token, expires_in: seconds } = parsed.data;
    this.#current = { token, untilMs: nowMs + seconds * 1_000 - SPARE_MS };
    return token;
  }
}
