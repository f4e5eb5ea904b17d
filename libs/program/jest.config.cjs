module.exports = require('../../jest.preset.cjs')({ name: 'program', rootDir: __dirname });
