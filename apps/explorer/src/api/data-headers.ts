import type { DataView } from '../config/config';

/** Headers of the requests that select a view of the data; none for that of the key. */
export const dataHeaders = (data: DataView): Readonly<Record<string, string>> =>
  data === 'delayed' ? { 'x-data-view': 'delayed' } : {};
