// A page that lists live drops and follows the stream. For your own machine: its visitors need a key.
// In the clone, so that the API allows the origin of the page: CORS_ORIGINS=http://localhost:5173 npm start
// In examples/: npm run vite, and open http://localhost:5173.
import { type Drop, Droptrack } from '@droptrack/sdk';

function element<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] {
  const found = document.querySelector(name);
  if (found === null) throw new TypeError(`The page has no ${name}`);
  return found;
}
const form = element('form');
const output = element('output');
const rows = element('tbody');

function rowOf({ name, chain, hype_score: hype, ev_usd: value }: Drop): HTMLTableRowElement {
  const row = document.createElement('tr');
  // As text: names come from outside.
  for (const text of [name, chain, hype ?? 'not measured', value.p50 ?? 'unknown'])
    row.insertCell().textContent = String(text);
  return row;
}

async function follow(baseUrl: string, apiKey: string): Promise<void> {
  try {
    const client = new Droptrack({ apiKey, baseUrl, dangerouslyAllowBrowser: true });
    for await (const update of client.drops.follow({ status: 'live' })) {
      const drops = [...update.drops.values()].sort((a, b) => (b.hype_score ?? -1) - (a.hype_score ?? -1));
      rows.replaceChildren(...drops.map(rowOf));
      if ('as_of' in update) output.value = `${drops.length} live drops, as of ${update.as_of}`;
    }
  } catch (error) {
    output.value = String(error);
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const given = new FormData(form);
  void follow(String(given.get('url')), String(given.get('key')));
});
