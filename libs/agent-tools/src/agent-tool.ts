import type { z } from 'zod';
import type { AgentData } from './agent-data';

/** Result of a tool: compact text, and the same facts as an object. */
export interface ToolAnswer<Facts> {
  readonly text: string;
  readonly facts: Facts;
}

/** A read-only tool. Its schemas, names and texts are the same over HTTP and standard input and output. */
interface AgentTool<Input, Facts> {
  readonly name: string;
  readonly title: string;
  /** Purpose, cost, limits, and the meaning of a negative result. Agents select tools by it. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** Schema of the facts; tests hold every result against it. */
  readonly facts: z.ZodType<Facts>;
  /** @throws the errors of `data`; {@link ToolError} */
  readonly answer: (data: AgentData, input: Input) => Promise<ToolAnswer<Facts>>;
}

/** A tool whose types are hidden, so that tools can share a list. */
export type AnyAgentTool = Omit<AgentTool<object, object>, 'answer' | 'input'> & {
  readonly input: z.ZodType<object>;
  readonly answer: (data: AgentData, input: never) => Promise<ToolAnswer<object>>;
};

/** Infers the types of a tool from its schemas. */
export const defineTool = <Input extends z.ZodObject, Facts extends z.ZodObject>(
  tool: Omit<AgentTool<z.infer<Input>, z.infer<Facts>>, 'input' | 'facts'> & {
    readonly input: Input;
    readonly facts: Facts;
  },
) => tool;
