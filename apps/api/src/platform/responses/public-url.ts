/** Base of the URLs of this service, without a slash at the end. */
export class PublicUrl {
  constructor(readonly text: string) {}
}
