/** The sources or the OpenAPI document have a shape that the checks cannot read. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}
