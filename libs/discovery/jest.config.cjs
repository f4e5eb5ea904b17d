module.exports = require('../../jest.preset.cjs')({ name: 'discovery', rootDir: __dirname });
