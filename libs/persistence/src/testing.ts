/** What tests of every project need of the database. Never imported by shipped code. */
export { createTestDatabase, type TestDatabase } from './testing/test-database';
