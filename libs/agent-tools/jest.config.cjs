module.exports = require('../../jest.preset.cjs')({ name: 'agent-tools', rootDir: __dirname });
