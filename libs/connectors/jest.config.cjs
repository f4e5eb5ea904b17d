module.exports = require('../../jest.preset.cjs')({ name: 'connectors', rootDir: __dirname });
