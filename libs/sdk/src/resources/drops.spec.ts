import { seriesOf } from '../../test/series';
import { failureOf, problem, scripted } from '../../test/scripted';
import { NotFoundError } from '../index';

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
