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
    expect(routes.find('GET', '/v1/drops')?.path).toBe('/v1/drops');
    expect(routes.find('GET', '/v1/drops/linea')?.path).toBe('/v1/drops/:id');
    expect(routes.find('GET', '/v1/nope')).toBeNull();
    for (const path of ['/', '/v1/drops/', '/v1//drops', '/v1/drops/line%61', '/v1/drops/a+b', 'http://a/v1/drops'])
      expect([path, routes.find('GET', path)]).toEqual([path, undefined]);
  });

  it('leaves a path to the framework where a parameter beside a text may be empty', () => {
    const calendars = new RouteTable();
    calendars.add('/v1/calendars/:id', 'GET');
    calendars.add('/v1/calendars/dtf_:token.ics', 'GET');
    expect(calendars.find('GET', '/v1/calendars/a1')?.path).toBe('/v1/calendars/:id');
    for (const path of ['/v1/calendars/dtf_.ics', '/v1/calendars/dtf_a.ics'])
      expect([path, calendars.find('GET', path)]).toEqual([path, undefined]);
  });

  it('finds none where it cannot decide: several patterns, another method, a syntax that it does not match', () => {
    const other = new RouteTable();
    other.add('/v1/:a/b', 'GET');
    other.add('/v1/b/:a', 'GET');
    other.add('/v1/posted', 'POST');
    const find = (path: string) => other.find('GET', path);
    expect([find('/v1/b/b'), find('/v1/posted'), routes.find('HEAD', '/v1/drops/linea')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    other.add('/v2/*', 'GET');
    expect([find('/v1/nope'), find('/v1/a/b')]).toEqual([undefined, undefined]);
  });

  it.each(['/v1', '/v1/drops/', '/v1/drops/a/b', '/v1/openapixjson', '/'])('knows no method of %s', (path) => {
    expect(routes.methodsOf(path)).toEqual([]);
  });
});
