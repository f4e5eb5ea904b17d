module.exports = require('../../jest.preset.cjs')({ name: 'sample', rootDir: __dirname });
