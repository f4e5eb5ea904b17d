import { version } from '../package.json';

/** Globals that only some platforms have. */
interface PlatformGlobals {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly versions?: { readonly node?: string };
  };
  readonly location?: { readonly origin: string };
  readonly navigator?: { readonly userAgent?: string };
}
const platform: PlatformGlobals = globalThis;

/**
 * Value of an environment variable. Undefined if it is empty, and on platforms that have no environment, such as browsers,
 * or that deny access to it, as Deno does without `--allow-env`.
 */
export function environmentValue(name: string): string | undefined {
  try {
    return platform.process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** True in a page and in a web worker. */
export const isBrowser = (): boolean =>
  ('window' in globalThis && 'document' in globalThis) || 'importScripts' in globalThis;

/** Origin of the page, such as `https://app.example.com`, for messages. */
export const pageOrigin = (): string => platform.location?.origin ?? 'the origin of this page';

/**
 * `User-Agent` header with the versions of package and platform. None in a browser, which has its own, and which asks the
 * API for permission to send another one (CORS).
 */
export function userAgent(): Record<string, string> {
  if (isBrowser()) return {};
  // Node.js has `navigator` since version 21.
  const runtime = platform.navigator?.userAgent ?? `Node.js/${platform.process?.versions?.node ?? 'unknown'}`;
  return { 'user-agent': `droptrack-sdk/${version} ${runtime}` };
}
