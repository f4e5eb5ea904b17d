import type { FakeHandler } from '@droptrack/connectors/testing';

const DAY_SECONDS = 86_400;
const DAYS = 700;
const TOKENS = 10;

/**
 * Makes answers about protocols as long as DefiLlama's are: what is locked by token on each day, twice. Some 400 kB,
 * most of which nobody asked for.
 */
export function withLongHistory(answering: FakeHandler, nowMs: number): FakeHandler {
  const history = Array.from({ length: DAYS }, (_, day) => ({
    date: Math.floor(nowMs / 1_000) - day * DAY_SECONDS,
    tokens: Object.fromEntries(
      Array.from({ length: TOKENS }, (_, token) => [`TOKEN${token}`, 1_234.567 * (day + token)]),
    ),
  }));
  return async (asked) => {
    const reply = await answering(asked);
    const { body } = reply ?? {};
    if (reply === null || typeof body !== 'object' || body === null) return reply;
    return { ...reply, body: { ...body, tokensInUsd: history, tokens: history } };
  };
}
