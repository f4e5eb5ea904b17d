/** The sources, or the document that they are compared with, are not as these checks can read them. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}
