export { SAMPLE_DATA } from './samples/data';
export { SAMPLE_CLAIM, SAMPLE_DROP, SAMPLE_ENDPOINT } from './samples/subjects';
