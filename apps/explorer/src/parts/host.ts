import { plainName } from './name';

/** Host of an address; text that is not an address stays as it is. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : plainName(url, 60));
