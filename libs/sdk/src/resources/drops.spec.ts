import { seriesOf } from '../../test/series';
import { failureOf, problem, scripted } from '../../test/scripted';
import { NotFoundError, PlanRequiredError } from '../index';

describe('drops.get', () => {
  it('asks for a drop, and for how it stood at an instant', async () => {
    const answer = () => Response.json({ id: 'linea' });
    const { client, urls } = scripted([answer(), answer()]);
    expect(await client.drops.get('linea')).toEqual({ id: 'linea' });
    await client.drops.get('linea', { as_of: '2026-08-22T12:00:00+02:00' });
    expect(urls).toEqual([
      'http://drops.test/v1/drops/linea',
      'http://drops.test/v1/drops/linea?as_of=2026-08-22T12%3A00%3A00%2B02%3A00',
    ]);
  });

  it('takes the options of a call last', async () => {
    const { client } = scripted([Response.json({ id: 'linea' })]);
    const aborted = client.drops.get('linea', {}, { signal: AbortSignal.abort() });
    expect(await failureOf(aborted)).toMatchObject({ code: 'aborted' });
  });

  it('names the plan that history needs', async () => {
    const { client } = scripted([problem(403, { code: 'plan_required', required_plan: 'pro', current_plan: 'free' })]);
    const failure = await failureOf(client.drops.get('linea', { as_of: '2026-08-22T10:00:00Z' }));
    expect(failure).toBeInstanceOf(PlanRequiredError);
  });
});

describe('drops.hype', () => {
  it('asks for the window, and gives the series as it came', async () => {
    const series = seriesOf([]);
    const { client, urls } = scripted([Response.json(series), Response.json(series)]);
    expect(await client.drops.hype('linea', { window: '30d' })).toEqual(series);
    await client.drops.hype('linea');
    expect(urls).toEqual(['http://drops.test/v1/drops/linea/hype?window=30d', 'http://drops.test/v1/drops/linea/hype']);
  });

  it('fails as other calls do', async () => {
    const { client } = scripted([problem(404, { code: 'drop_not_found' })]);
    expect(await failureOf(client.drops.hype('nope'))).toBeInstanceOf(NotFoundError);
  });
});

describe('drops.explain', () => {
  it('asks for the explanation of one drop', async () => {
    const { client, urls } = scripted([Response.json({ drop: 'linea', sample: true })]);
    expect(await client.drops.explain('linea')).toEqual({ drop: 'linea', sample: true });
    expect(urls).toEqual(['http://drops.test/v1/drops/linea/explain']);
  });
});
