export { sampleCatalogue, type SampleCatalogue, type SampleOptions } from './catalogue';
export type { SampleList, SampleListEntry, SampleTree } from './lists';
export { type ReadingsOptions, type SampleReading, sampleReadings, sampleReadingsOf } from './readings';
export {
  type SampleCampaignList,
  type SampleDecision,
  type SampleDiscovery,
  sampleDiscovery,
  type SampleFind,
  type SightingKey,
} from './discovery';
export {
  RECORDED_SERIES,
  type RecordedEntry,
  type RecordedList,
  recordedLists,
  type RecordedReading,
  recordedReadingsOf,
} from './recorded';
