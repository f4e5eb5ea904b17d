import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESS_MB, REQUEST_KINDS } from './figures';
import { meanCpuMs, planOf, processMb } from './model';
import { tablesOf, withTables } from './page';

const DOCS = join(__dirname, '../../docs');
const page = (name: string): string => readFileSync(join(DOCS, name), 'utf8');
/** Without the padding of tables. */
const squeezed = (text: string): string => text.replace(/ +/g, ' ').replace(/-{3,}:?/g, '---');

describe('the model of machines and cost', () => {
  it('is the one whose tables the page shows', () => {
    expect(squeezed(withTables(page('scaling.md'), tablesOf()))).toBe(squeezed(page('scaling.md')));
  });

  it('takes its figures from benches that exist, and shares of requests that add up to one', () => {
    const sections = [...page('studies/figures.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    for (const { cpuMs } of REQUEST_KINDS) expect(sections).toContain(cpuMs.source);
    for (const { mb } of PROCESS_MB) expect(sections).toContain(mb.source);
    expect(REQUEST_KINDS.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  it('plans two processes for the smallest service, and cores in proportion to the requests of a large one', () => {
    const small = planOf({ requestsPerDay: 1, drops: 1, logGb: 0 });
    expect(small).toMatchObject({ apiProcesses: 2, cores: 2 });
    const [once, tenTimes] = [1e9, 1e10].map((requestsPerDay) => planOf({ requestsPerDay, drops: 1, logGb: 0 }));
    expect(tenTimes!.busyCores / once!.busyCores).toBeCloseTo(10);
    expect(tenTimes!.apiProcesses).toBe(Math.ceil((1e10 / 86_400) * 10 * (meanCpuMs() / 1_000) * 2));
  });

  it('takes the memory of the next larger catalogue that was measured', () => {
    expect([1, 1_000, 1_001, 100_000, 1e6].map(processMb)).toEqual([136, 136, 333, 483, 483]);
  });
});
