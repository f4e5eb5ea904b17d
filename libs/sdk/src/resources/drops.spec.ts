import { seriesOf } from '../../test/series';
import { failureOf, problem, scripted } from '../../test/scripted';
import { NotFoundError, PlanRequiredError } from '../index';

describe('drops.get', () => {
  it('requests a drop, and its past state', async () => {
    const response = () => Response.json({ id: 'linea' });
    const { client, urls } = scripted([response(), response()]);
    expect(await client.drops.get('linea')).toEqual({ id: 'linea' });
    await client.drops.get('linea', { as_of: '2026-08-22T12:00:00+02:00' });
    expect(urls).toEqual([
      'http://drops.test/v1/drops/linea',
      'http://drops.test/v1/drops/linea?as_of=2026-08-22T12%3A00%3A00%2B02%3A00',
    ]);
  });

  it('takes the options of the call as last argument', async () => {
    const { client } = scripted([Response.json({ id: 'linea' })]);
    const aborted = client.drops.get('linea', {}, { signal: AbortSignal.abort() });
    expect(await failureOf(aborted)).toMatchObject({ code: 'aborted' });
  });

  it('reports the plan that history requires', async () => {
    const { client } = scripted([problem(403, { code: 'plan_required', required_plan: 'pro', current_plan: 'free' })]);
    const failure = await failureOf(client.drops.get('linea', { as_of: '2026-08-22T10:00:00Z' }));
    expect(failure).toBeInstanceOf(PlanRequiredError);
  });
});

describe('drops.hype', () => {
  it('requests the window, and returns the series unchanged', async () => {
    const series = seriesOf([]);
    const { client, urls } = scripted([Response.json(series), Response.json(series)]);
    expect(await client.drops.hype('linea', { window: '30d' })).toEqual(series);
    await client.drops.hype('linea');
    expect(urls).toEqual(['http://drops.test/v1/drops/linea/hype?window=30d', 'http://drops.test/v1/drops/linea/hype']);
  });

  it('throws the same errors as other calls', async () => {
    const { client } = scripted([problem(404, { code: 'drop_not_found' })]);
    expect(await failureOf(client.drops.hype('nope'))).toBeInstanceOf(NotFoundError);
  });
});

describe('drops.explain', () => {
  it('requests the explanation of a drop', async () => {
    const { client, urls } = scripted([Response.json({ drop: 'linea', sample: true })]);
    expect(await client.drops.explain('linea')).toEqual({ drop: 'linea', sample: true });
    expect(urls).toEqual(['http://drops.test/v1/drops/linea/explain']);
  });
});
