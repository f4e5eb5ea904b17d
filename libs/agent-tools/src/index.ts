export type { AgentData } from './agent-data';
export { createToolServer, type ToolServerParts } from './tool-server';
export { ToolError, type ToolProblem } from './tool-problem';
export { AGENT_TOOLS, callTool, INSTRUCTIONS, type PresentError, TOOL_LIST, type ToolResult } from './tool-set';
