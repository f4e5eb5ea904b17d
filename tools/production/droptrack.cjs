#!/usr/bin/env node
require('../apps/cli/main.js');
