import { z } from 'zod';
import type { SourceHttp } from '../http/source-http';
import { SourceError } from '../port';

/** Where an application's token is had, and with what. */
export interface AppCredentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** It goes into a header: nothing but visible ASCII. */
const granted = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  expires_in: z.number().positive(),
});
/** A token is not used in its last minute: a poll that begins with it takes less. */
const SPARE_MS = 60_000;

/**
 * The token that an application without a user asks with (OAuth 2.0, "client credentials").
 *
 * One is shared by all polls until shortly before it expires; polls that need a new one at the same time share the
 * request for it. It lives in memory only: after a restart a new one is asked for.
 */
export class AppToken {
  #held: { readonly token: string; readonly untilMs: number } | null = null;
  #asking: Promise<string> | null = null;

  constructor(private readonly credentials: AppCredentials) {}

  /** @throws {SourceError} */
  async get(http: SourceHttp, nowMs: number): Promise<string> {
    if (this.#held !== null && nowMs < this.#held.untilMs) return this.#held.token;
    if (this.#asking !== null) {
      // The poll that asks for all may end before the answer comes: the others then ask themselves.
      const shared = await this.#asking.catch(() => null);
      return shared ?? this.get(http, nowMs);
    }
    this.#asking = this.#ask(http, nowMs).finally(() => (this.#asking = null));
    return this.#asking;
  }

  /** Forgets a token that was refused, unless another has taken its place. */
  drop(token: string): void {
    if (this.#held?.token === token) this.#held = null;
  }

  async #ask(http: SourceHttp, nowMs: number): Promise<string> {
    const { tokenUrl, clientId, clientSecret } = this.credentials;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await http.json(tokenUrl, {
      headers: { authorization: `Basic ${basic}` },
      form: { grant_type: 'client_credentials' },
    });
    const parsed = granted.safeParse(answer.kind === 'answer' ? answer.body : null);
    if (!parsed.success) throw new SourceError('wrong_shape', 'Reddit: gave no token');
    const { access_token: token, expires_in: seconds } = parsed.data;
    this.#held = { token, untilMs: nowMs + seconds * 1_000 - SPARE_MS };
    return token;
  }
}
