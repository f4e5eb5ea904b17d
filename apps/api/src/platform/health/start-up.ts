/** Parts of a start that readiness waits for. Each is over once and for all. */
interface StartSteps {
  /** True once streams are accepted. */
  readonly areStreamsAccepted: () => boolean;
  /** True once all processes of the instance have been started: each accepts a part of the clients. */
  readonly isGroupStarted: () => boolean;
}

/** The start of the process and of its instance. */
export class StartUp {
  constructor(private readonly steps: StartSteps) {}

  /** Reasons for which the process is not ready yet. */
  pending(): readonly string[] {
    return [
      ...(this.steps.areStreamsAccepted() ? [] : ['streams are not accepted yet']),
      ...(this.steps.isGroupStarted() ? [] : ['other processes of this instance are starting']),
    ];
  }
}
