import { parseUrl } from '@droptrack/resilience';
import { plainName } from './name';

/** Host of an address; text that is not an address stays as it is. */
export const hostOf = (url: string): string => parseUrl(url)?.host ?? plainName(url, 60);
