/** Campaigns for tests of every project. Production code does not import it. */
export { CID, type MadeUpCampaign, makeUpCampaign } from './lists/testing/campaign-file';
