export { type NameAnswer, type NameServer, startNameServer } from './testing/name-server';
export { type Heard, type Receiver, type ReceiverOptions, startReceiver } from './testing/receiver';
export { createTestAuthority, type TestAuthority, type TestCertificate } from './testing/test-authority';
