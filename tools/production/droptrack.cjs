#!/usr/bin/env node
require('./require-node.cjs')(require('../package.json').engines.node);
require('../apps/cli/main.js');
