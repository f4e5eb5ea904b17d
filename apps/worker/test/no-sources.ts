import { readSourcesConfig } from '../src/config/sources';

/** Nobody is asked. */
export const NO_SOURCES = readSourcesConfig({ SOURCES_OFF: 'all' }, []);
