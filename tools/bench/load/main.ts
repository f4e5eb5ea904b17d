import { serveRequests } from '../process/child-program';
import { runLoad } from './run-load';

// The load process.
serveRequests(runLoad);
