module.exports = require('../../jest.preset.cjs')({ name: 'test-tools', rootDir: __dirname });
