/** Database fixtures of tests and development tools. Never imported by shipped code. */
export { type BreakableLink, breakableLink } from './testing/breakable-link';
export { withClient } from './postgres/with-client';
export { finderHealth, sourceHealth } from './testing/health';
export { makeClockMovable, type MovableClock } from './testing/movable-clock';
export { createTestDatabase, TEMPLATE_VARIABLE, type TestDatabase } from './testing/test-database';
export { type Standby, startStandby } from './testing/standby';
export { startTestServer, type TestServer } from './testing/test-server';
export { startTlsServer, type TlsServer } from './testing/tls-server';
export { withDatabase } from './testing/with-database';
