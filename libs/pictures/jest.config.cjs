module.exports = require('../../jest.preset.cjs')({ name: 'pictures', rootDir: __dirname });
