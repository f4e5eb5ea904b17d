module.exports = require('../../jest.preset.cjs')({ name: 'resilience', rootDir: __dirname });
