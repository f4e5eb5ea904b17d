export { readCampaignState } from './evm-campaigns/campaign-state';
export { campaignNodes, createFinders, FINDERS, FINDERS_OFF_BY, type Finders, type FindersConfig } from './finders';
export { type DiscoverySettings, readDiscoverySettings } from './discovery-settings';
export { readCampaignFunds } from './lists/campaign-funds';
export { CampaignListError } from './lists/campaign-list.error';
export type { CampaignFileLimits } from './lists/fetch-campaign-file';
export { type CampaignList, findCampaignList } from './lists/find-campaign-list';
