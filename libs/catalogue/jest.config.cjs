module.exports = require('../../jest.preset.cjs')({ name: 'catalogue', rootDir: __dirname });
