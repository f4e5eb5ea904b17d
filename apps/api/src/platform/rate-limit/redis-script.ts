import { createHash } from 'node:crypto';

/**
 * Token bucket of token-bucket.ts as a Redis script, with the same integer arithmetic. It uses the clock of Redis, so that
 * instances do not depend on each other's clocks. A full bucket expires.
 *
 * KEYS: the bucket. ARGV: capacity, refill, window in seconds, requested tokens, and an upper bound of the level in parts
 * (the level of an instance that counted by itself), or '' for none. Returns 1 or 0, and the remaining parts.
 */
export const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local capacity, refill, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local token = window * 1000000
local full = capacity * token
local parts = full
local kept = redis.call('GET', KEYS[1])
if kept then
  local held, at = string.match(kept, '^(%d+):(%d+)$')
  local elapsed = math.min(math.max(now - tonumber(at), 0), math.ceil(full / refill))
  parts = math.min(tonumber(held) + elapsed * refill, full)
end
local most = tonumber(ARGV[5])
if most then parts = math.min(parts, most) end
local wanted = tonumber(ARGV[4]) * token
local admitted = 0
if wanted <= parts then
  parts = parts - wanted
  admitted = 1
end
local expires = math.ceil((full - parts) / refill / 1000) + 1000
redis.call('SET', KEYS[1], string.format('%.0f:%.0f', parts, now), 'PX', string.format('%.0f', expires))
return {admitted, parts}
`;

/** SHA-1 of the script, by which EVALSHA calls it. */
export const TAKE_SHA = createHash('sha1').update(TAKE).digest('hex');
