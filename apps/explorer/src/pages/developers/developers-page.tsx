import type { Page } from '../page';

/** The first call of the API in the languages of its readers: `/developers`. */
export const developersPage: Page = ({ apiUrl, siteUrl }) =>
  Promise.resolve({
    title: 'Developers',
    description: 'The first call of the Droptrack API from a shell, from TypeScript and from an assistant.',
    content: (
      <article class="prose developers">
        <h1>Start with the API</h1>
        <p class="lead">
          Every value of this site comes from a public API. Each page shows its own calls, under “The same from your
          code”. You need a key, <code>dtk_…</code>, from the operator of this service.
        </p>
        {startsOf(apiUrl).map(({ title, lead, code }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{lead}</p>
            <pre tabIndex={0} role="region" aria-label={title}>
              <code>{code}</code>
            </pre>
          </section>
        ))}
        <h2>Next</h2>
        <ul>
          <li>
            <a href={`${apiUrl}/docs`}>API reference</a>: every operation, with examples and errors
          </li>
          <li>
            <a href={`${apiUrl}/v1/openapi.json`}>OpenAPI document</a>, for generators of clients
          </li>
          <li>
            <a href={`${siteUrl}/calendar.ics`}>The calendar as a file</a>, for calendar apps, without a key
          </li>
          <li>
            <a href="/outcomes.csv">What drops paid as a file</a>, for spreadsheets, without a key
          </li>
        </ul>
      </article>
    ),
  });

const startsOf = (apiUrl: string) => [
  {
    title: 'curl',
    lead: 'The three live drops with the highest value per wallet:',
    code: [
      'export DROPTRACK_API_KEY=dtk_…',
      'curl -H "Authorization: Bearer $DROPTRACK_API_KEY" \\',
      `  '${apiUrl}/v1/drops?status=live&sort=ev&limit=3'`,
    ].join('\n'),
  },
  {
    title: 'TypeScript',
    lead: 'The same with the client @droptrack/sdk, which pages, retries and has the types of all responses:',
    code: [
      "import { Droptrack } from '@droptrack/sdk';",
      `const client = new Droptrack({ apiKey: process.env.DROPTRACK_API_KEY ?? '', baseUrl: '${apiUrl}' });`,
      "console.log((await client.drops.list({ status: 'live', sort: 'ev', limit: 3 })).data);",
    ].join('\n'),
  },
  {
    title: 'Assistant',
    lead: 'Assistants read the service through the Model Context Protocol (MCP). For Claude Code:',
    code: [
      'claude mcp add --transport http droptrack \\',
      `  ${apiUrl}/mcp \\`,
      '  --header "Authorization: Bearer $DROPTRACK_API_KEY"',
    ].join('\n'),
  },
];
