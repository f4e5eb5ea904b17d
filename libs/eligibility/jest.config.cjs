module.exports = require('../../jest.preset.cjs')({ name: 'eligibility', rootDir: __dirname });
