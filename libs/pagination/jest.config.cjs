module.exports = require('../../jest.preset.cjs')({ name: 'pagination', rootDir: __dirname });
