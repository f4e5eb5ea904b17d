/** Fake servers and runs for tests of every project. Production code does not import it. */
export { type Failure, type FailingServer, startFailingServer } from './testing/failing-server';
export {
  type FakeHandler,
  type FakeRequest,
  type FakeServer,
  mounted,
  type Reply,
  startFakeServer,
} from './testing/fake-server';
export { finderRun, type FinderRunOptions } from './testing/finder-run';
export { pollOf, type PollOptions } from './testing/poll';
