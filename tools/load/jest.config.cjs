module.exports = require('../../jest.preset.cjs')({ name: 'load', rootDir: __dirname });
