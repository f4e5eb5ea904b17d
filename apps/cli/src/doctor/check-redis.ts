import { findRedisFault } from '@droptrack/program/redis-fault';
import { fail, type Finding, ok } from './finding';

/** Redis of the rate limits. @param url - null: each instance of the API counts by itself, which needs no check. */
export async function checkRedis(url: string | null): Promise<Finding[]> {
  if (url === null) return [];
  const fault = await findRedisFault(url);
  if (fault === null)
    return [ok('redis', 'Redis has a supported version, or is unavailable: then each API counts by itself')];
  const [problem = '', mend = ''] = fault.message.split(': ');
  return [fail('redis', problem, `To fix it, ${mend}.`)];
}
