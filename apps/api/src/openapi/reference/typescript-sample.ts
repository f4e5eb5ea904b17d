import type { SdkCall } from './sdk-calls';

/** Request that the page has sent. */
export interface SentRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** JSON text; absent without a body. */
  readonly body?: string;
}

/**
 * Program that sends a request through the TypeScript client, or through `fetch` if the client has no method for it.
 *
 * Runs in browsers, which receive its source text: it uses nothing of the surrounding module.
 */
export function typescriptSample(request: SentRequest, calls: readonly SdkCall[]): string {
  const url = new URL(request.url);
  const literal = (value: unknown): string => {
    if (typeof value === 'string')
      return `'${JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;
    if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
    if (typeof value !== 'object' || value === null) return String(value);
    const members = Object.entries(value).map(([name, member]) => {
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
      return `${key}: ${literal(member)}`;
    });
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  };
  // A reader may have sent text that is no JSON.
  const bodyOf = (text: string, member: string | null): unknown => {
    try {
      const body = JSON.parse(text) as Record<string, unknown>;
      return member === null ? body : body[member];
    } catch {
      return text;
    }
  };
  const given = url.pathname.split('/');
  const fits = ({ verb, path }: SdkCall): boolean => {
    const parts = path.split('/');
    return (
      verb === request.method.toUpperCase() &&
      parts.length === given.length &&
      parts.every((part, index) => part.startsWith('{') || part === given[index])
    );
  };
  const call = calls.find(fits);
  if (call === undefined)
    return `const response = await fetch(${literal(request.url)});\nconsole.log(response.status);`;

  const args = call.path.split('/').flatMap((part, index) => {
    return part.startsWith('{') ? [literal(decodeURIComponent(given[index] ?? ''))] : [];
  });
  const query = [...new Set(url.searchParams.keys())].map((name): [string, unknown] => {
    const value = url.searchParams.getAll(name).join(',');
    if (call.numbers.includes(name) && String(Number(value)) === value) return [name, Number(value)];
    if (call.lists.includes(name) && value.includes(',')) return [name, value.split(',')];
    return [name, value];
  });
  if (query.length > 0) args.push(literal(Object.fromEntries(query)));
  if (request.body) args.push(literal(bodyOf(request.body, call.bodyMember)));
  const expression = `client.${call.method}(${args.join(', ')})`;
  return [
    "import { Droptrack } from '@droptrack/sdk';",
    '',
    "const apiKey = process.env.DROPTRACK_API_KEY ?? '';",
    `const client = new Droptrack({ apiKey, baseUrl: ${literal(url.origin)} });`,
    call.method.startsWith('snapshots.')
      ? `for await (const row of ${expression}) console.log(row);`
      : `console.log(await ${expression});`,
  ].join('\n');
}
