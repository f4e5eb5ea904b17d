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

  // Answers in front of the framework must never contradict its router.
  it('finds the route of a plain path, and leaves every other path to the framework', () => {
    expect(routes.find('/v1/drops')?.path).toBe('/v1/drops');
    expect(routes.find('/v1/drops/linea')?.path).toBe('/v1/drops/:id');
    expect(routes.find('/v1/nope')).toBeNull();
    for (const path of ['/', '/v1/drops/', '/v1//drops', '/v1/drops/line%61', '/v1/drops/a+b', 'http://a/v1/drops'])
      expect([path, routes.find(path)]).toEqual([path, undefined]);
  });

  it('finds none where it cannot decide: several patterns, another method, a syntax that it does not match', () => {
    const other = new RouteTable();
    other.add('/v1/:a/b', 'GET');
    other.add('/v1/b/:a', 'GET');
    other.add('/v1/posted', 'POST');
    expect([other.find('/v1/b/b'), other.find('/v1/posted')]).toEqual([undefined, undefined]);
    other.add('/v2/*', 'GET');
    expect([other.find('/v1/nope'), other.find('/v1/a/b')]).toEqual([undefined, undefined]);
  });

  it.each(['/v1', '/v1/drops/', '/v1/drops/a/b', '/v1/openapixjson', '/'])('knows no method of %s', (path) => {
    expect(routes.methodsOf(path)).toEqual([]);
  });
});
