export { type SampleOverrides, sampleEvent, type SampleOptions } from './testing/sample-event';
export { signTestWebhook, type SignedTestWebhook, type TestWebhookEvent } from './testing/sign-test-webhook';
