// Prints as JSON, for each file, the projects that it affects and the targets that have it as an input; and the projects
// without the target `check`.
// Usage: affected.mjs <JSON of { files: string[], targets: string[] }>
import { createProjectGraphAsync } from '@nx/devkit';
import { HashPlanInspector } from 'nx/src/hasher/hash-plan-inspector';
import { filterAffected } from 'nx/src/project-graph/affected/affected-project-graph';

const { files, targets } = JSON.parse(process.argv[2]);
const graph = await createProjectGraphAsync({ exitOnError: true });
const inspector = new HashPlanInspector(graph);
await inspector.init();

const affected = {};
for (const file of files) {
  const { nodes } = await filterAffected(graph, [{ file, getChanges: () => [] }]);
  affected[file] = Object.keys(nodes).sort();
}
const readers = Object.fromEntries(files.map((file) => [file, []]));
for (const id of targets) {
  const [project, target] = id.split(':');
  const inputs = new Set(inspector.inspectTaskInputs({ project, target }, {}, {}, true)[id]?.files);
  for (const file of files) if (inputs.has(file)) readers[file].push(id);
}
const unchecked = Object.values(graph.nodes).filter(({ data }) => data.targets?.check === undefined);
// Plugins of Nx keep the process alive.
process.stdout.write(JSON.stringify({ affected, readers, unchecked: unchecked.map(({ name }) => name) }), () =>
  process.exit(0),
);
