import type { ApiCall } from '../api/call-record';
import { curlOf } from '../api/curl';

interface CallsProps {
  readonly calls: readonly ApiCall[];
  /** Base URL of the API. */
  readonly apiUrl: string;
}

/** The calls of a page as curl and as TypeScript. Of calls that differ only by drop, the first is shown. */
export const Calls = ({ calls, apiUrl }: CallsProps) => {
  const shown = distinct(calls.filter(({ path }) => path !== ''));
  if (shown.length === 0) return null;
  return (
    <details class="calls">
      <summary>The same from your code</summary>
      <p>
        Every value on this page comes from {shown.length === 1 ? 'this call' : 'these calls'}. The{' '}
        <a href={`${apiUrl}/docs`}>API reference</a> describes each of them. Calls that differ only by drop are shown
        once.
      </p>
      <h2>curl</h2>
      <pre tabIndex={0} role="region" aria-label="curl">
        <code>{shown.map((call) => curlOf(call, apiUrl)).join('\n')}</code>
      </pre>
      <h2>TypeScript</h2>
      <pre tabIndex={0} role="region" aria-label="TypeScript">
        <code>
          {[
            "import { Droptrack } from '@droptrack/sdk';",
            `const client = new Droptrack({ apiKey: process.env.DROPTRACK_API_KEY ?? '', baseUrl: '${apiUrl}' });`,
            ...shown.map(({ typescript }) => `await ${typescript};`),
          ].join('\n')}
        </code>
      </pre>
    </details>
  );
};

/** Calls without those that repeat a route for another drop. */
function distinct(calls: readonly ApiCall[]): ApiCall[] {
  const seen = new Set<string>();
  return calls.filter(({ method, path }) => {
    const route = `${method} ${path.replace(/^(\/v1\/drops)\/[^/?]+/, '$1/{id}')}`;
    return !seen.has(route) && seen.add(route);
  });
}
