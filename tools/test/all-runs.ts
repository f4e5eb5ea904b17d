import { RUNS_VARIABLE } from './runs';

// Of the heavy ring, before each file.
process.env[RUNS_VARIABLE] = 'all';
