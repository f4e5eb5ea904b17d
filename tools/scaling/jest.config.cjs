module.exports = require('../../jest.preset.cjs')({ name: 'scaling', rootDir: __dirname });
