export { sampleCatalogue, type SampleCatalogue, type SampleOptions } from './catalogue';
export type { SampleList, SampleListEntry } from './lists';
