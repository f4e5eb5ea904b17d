module.exports = require('../../jest.preset.cjs')({ name: 'claim-calls', rootDir: __dirname });
