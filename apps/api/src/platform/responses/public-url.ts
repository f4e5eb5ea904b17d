/** What the service's own addresses begin with, without a slash at the end. */
export class PublicUrl {
  constructor(readonly text: string) {}
}
