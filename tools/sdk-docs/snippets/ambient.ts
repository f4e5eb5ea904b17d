/**
 * What a snippet may use without making it, as its reader knows it from the first one: the declaration of each, which
 * is added where a snippet uses the name and does not declare it.
 */
export const AMBIENT: Readonly<Record<string, string>> = {
  client: "declare const client: import('@droptrack/sdk').Droptrack;",
  apiKey: 'declare const apiKey: string;',
  baseUrl: 'declare const baseUrl: string;',
  wallets: 'declare const wallets: string[];',
  rawBody: 'declare const rawBody: string;',
  secret: 'declare const secret: string;',
  error: 'declare const error: unknown;',
};
