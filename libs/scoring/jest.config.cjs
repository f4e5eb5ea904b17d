module.exports = require('../../jest.preset.cjs')({ name: 'scoring', rootDir: __dirname });
