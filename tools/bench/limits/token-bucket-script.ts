/**
 * A token bucket by Redis' own time, as one would usually write it. KEYS: the bucket. ARGV: most tokens, tokens a
 * second. Gives 1 where there was a token, else 0.
 */
export const TOKEN_BUCKET = `
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local capacity, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(kept[1]) or capacity
tokens = math.min(capacity, tokens + math.max(0, now - (tonumber(kept[2]) or now)) * rate)
local admitted = 0
if tokens >= 1 then
  tokens = tokens - 1
  admitted = 1
end
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', time[1] .. '.' .. string.format('%06d', time[2]))
redis.call('PEXPIRE', KEYS[1], math.ceil(1000 * capacity / rate))
return admitted
`;
