module.exports = require('../../jest.preset.cjs')({ name: 'contracts', rootDir: __dirname });
