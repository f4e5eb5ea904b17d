import { RouteTable } from './route-table';

describe('RouteTable', () => {
  const routes = new RouteTable();
  routes.add('/v1/drops', ['GET', 'HEAD']);
  routes.add('/v1/drops/:id', 'GET');
  routes.add('/v1/openapi.json', 'GET');

  it('returns the methods of a path, also behind a parameter', () => {
    expect(routes.methodsOf('/v1/drops')).toEqual(['GET', 'HEAD', 'OPTIONS']);
    expect(routes.methodsOf('/v1/drops/linea')).toEqual(['GET', 'OPTIONS']);
  });

  it.each(['/v1', '/v1/drops/', '/v1/drops/a/b', '/v1/openapixjson', '/'])('knows no method of %s', (path) => {
    expect(routes.methodsOf(path)).toEqual([]);
  });
});
